import type { FakeGoogle } from "../fakes/google.ts";
import type { Visitor } from "./visitor.ts";

/** Goes to Google and back to connect a calendar: the path that it sends them back to. */
export async function comeBack(
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
