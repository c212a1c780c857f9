import { expect, test } from "vitest";
import { startMila } from "../../support/product/mila.ts";
import { newFamily } from "../../support/product/visitor.ts";

test("a number in a country without texts is refused beside its field and stays there", async () => {
  await using mila = await startMila({ TEXT_COUNTRIES: "US CA" });
  const nora = await newFamily(mila);
  const save = (phoneNumber: string) =>
    nora.post("/preferences/notifications", { phoneNumber, smsEnabled: "on", emailEnabled: "on" });

  const refused = await save("+49 30 123456");
  expect(refused.status).toBe(400);
  const page = await refused.text();
  expect(page).toContain("I can only text numbers in these countries: United States, Canada");
  expect(page).toContain('value="+49 30 123456"');
  expect((await save("(201) 555-0123")).status).toBe(303);
});
