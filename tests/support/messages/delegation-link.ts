import { addFamilyMember } from "../records/add-family-member.ts";
import { addTask } from "../records/add-task.ts";
import type { Visitor } from "../product/visitor.ts";

/** Returns Sam's id. He may be in the family already. */
export async function addSam(family: Visitor): Promise<string> {
  const there = await findSam(family);
  if (there) return there;
  await addFamilyMember(family, { name: "Sam", phone: "(201) 555-0123", email: "sam@example.com" });
  return (await findSam(family)) ?? "";
}

async function findSam(family: Visitor): Promise<string | undefined> {
  const html = await (await family.get("/preferences/delegation")).text();
  return /<option value="([^"]+)"[^>]*>Sam/.exec(html)?.[1];
}

/** Returns the link's path. */
async function askByLink(family: Visitor, taskId: string, familyMemberId: string): Promise<string> {
  await family.post(`/tasks/${taskId}/delegate`, { familyMemberId, method: "link" });
  const html = await (await family.get(`/tasks/${taskId}/delegate`)).text();
  return (
    /\/delegations\/[^"]+/.exec(/value="[^"]*(\/delegations\/[^"]+)"/.exec(html)?.[0] ?? "")?.[0] ??
    ""
  );
}

/** Returns the task's id and the link's path. */
export async function askSam(
  family: Visitor,
  task: Parameters<typeof addTask>[1] = { title: "Pick up Emma" },
): Promise<{ taskId: string; sam: string; path: string }> {
  const [sam, taskId] = [await addSam(family), await addTask(family, task)];
  return { taskId, sam, path: await askByLink(family, taskId, sam) };
}
