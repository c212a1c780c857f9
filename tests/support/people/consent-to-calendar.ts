import type { FakeGoogle } from "../../fakes/google.ts";
import type { Visitor } from "../product/visitor.ts";

/** Returns the path that Google redirects to. */
export async function consentToCalendar(
  mila: { url: string },
  google: FakeGoogle,
  visitor: Visitor,
  email: string,
  how: { declines?: "calendar" | "all" } = {},
): Promise<string> {
  const going = await visitor.post("/preferences/calendar/connect");
  const back = await google.consent(going.headers.get("location") ?? "", email, how);
  return back.replace(mila.url, "");
}
