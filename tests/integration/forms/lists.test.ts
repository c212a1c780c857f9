import { afterAll, beforeAll, expect, test } from "vitest";
import { addItemTwice } from "../../support/records/add-item-twice.ts";
import { type FormsMila, formsMila, newNora } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("what is on the list already is not added twice, and the page says so", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/lists/shopping");
  const add = async (text: string) => {
    nora.fill("Add to the list", text);
    await nora.press("Add");
    return nora.toast;
  };
  await add("milk and eggs");
  expect(await add("milk")).toContain("Milk is on the list already");
  const more = await add("milk and bread");
  expect(more).toContain("Added Bread to Shopping");
  expect(more).toContain("Milk is on the list already.");
  expect(nora.html.match(/aria-label="Tick: /g)).toHaveLength(3);
});

test("a list says that an item is on it twice, and one press keeps one, with Undo", async () => {
  const { nora, family } = await newNora(mila);
  await addItemTwice(mila, family, "milk");
  const ticks = () => nora.html.match(/aria-label="Tick: Milk"/g)?.length;
  await nora.visit("/lists/shopping");
  expect([nora.text.includes("Milk is on the list twice"), ticks()]).toEqual([true, 2]);
  await nora.press("Keep one: Milk");
  expect(nora.toast).toContain("Now on the list once");
  expect([nora.text.includes("twice"), ticks()]).toEqual([false, 1]);
  await nora.press("Undo");
  expect([nora.text.includes("Milk is on the list twice"), ticks()]).toEqual([true, 2]);
});
