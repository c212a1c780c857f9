import type { Visitor } from "../product/visitor.ts";

export async function addFamilyMember(
  family: Visitor,
  member: { name: string; relation?: string; phone?: string; email?: string },
): Promise<void> {
  const fields = {
    relation: "spouse",
    phone: "(201) 555-0123",
    email: "sam@example.com",
    ...member,
  };
  const added = await family.post("/preferences/family/members", fields);
  if (added.status !== 303) throw new Error(`Adding a family member failed with ${added.status}`);
}

/** Returns the invitation link's path, shown because email is not set up. */
export async function linkFor(family: Visitor, email: string): Promise<string> {
  await family.post("/preferences/family/invite", { inviteeEmail: email });
  const page = await (await family.get("/preferences/family/invite")).text();
  const path = /value="[^"]*(\/accept-invitation\?token=[^"]+)"/.exec(page)?.[1];
  if (!path) throw new Error("The page shows no link");
  return path;
}
