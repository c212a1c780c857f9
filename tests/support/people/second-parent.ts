import { linkFor } from "../records/add-family-member.ts";
import type { HasData } from "../product/mila.ts";
import { signedInFamily } from "./signed-in-family.ts";
import type { Visitor } from "../product/visitor.ts";

/** Creates Sam's account in the family's household. */
export async function newSam(mila: HasData, family: Visitor): Promise<Visitor & { email: string }> {
  const sam = await signedInFamily(mila);
  const token =
    new URLSearchParams((await linkFor(family, sam.email)).split("?")[1]).get("token") ?? "";
  const accepted = await sam.post("/accept-invitation", { token });
  if (accepted.headers.get("location") !== "/family")
    throw new Error(`Accepting failed with ${accepted.status}`);
  const timeZone = "America/New_York";
  await sam.post("/preferences/profile", { firstName: "Sam", lastName: "", role: "dad", timeZone });
  return sam;
}
