import { linkFor } from "./add-family-member.ts";
import { newFamily, type Visitor } from "./visitor.ts";

/** Sam, with an account of their own, in the family's household. */
export async function newSam(url: string, family: Visitor): Promise<Visitor & { email: string }> {
  const sam = await newFamily(url);
  const token = new URLSearchParams((await linkFor(family, sam.email)).split("?")[1]).get("token") ?? "";
  const accepted = await sam.post("/accept-invitation", { token });
  if (accepted.headers.get("location") !== "/family") throw new Error(`Accepting answered ${accepted.status}`);
  const timeZone = "America/New_York";
  await sam.post("/preferences/profile", { firstName: "Sam", lastName: "", role: "dad", timeZone });
  return sam;
}
