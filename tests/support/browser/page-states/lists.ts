import { addItemTwice } from "../../records/add-item-twice.ts";
import { longTitle, member, type PageState, type Scene } from "./page-state.ts";

const shoppingTitle = "Shopping · Lists · Mila";

export const listStates: Record<string, PageState> = {
  lists: {
    ...member,
    title: "Lists · Mila",
    open: async (scene) => {
      await addItems(scene);
      await scene.family.post("/lists", { name: "Packing for camp" });
      await scene.user.visit("/lists");
    },
  },
  "lists, without a name": { ...member, title: "Lists · Mila", status: 400, open: openUnnamed },
  "list, empty": {
    ...member,
    title: shoppingTitle,
    open: ({ user }) => user.visit("/lists/shopping"),
  },
  "list, some ticked": {
    ...member,
    title: shoppingTitle,
    open: async (scene) => {
      await addItems(scene);
      await scene.user.visit("/lists/shopping");
    },
  },
  "list, with an item twice": {
    ...member,
    title: shoppingTitle,
    open: async ({ user, family, mila }) => {
      await family.post("/lists/shopping/items", { text: "eggs, bread" });
      await addItemTwice(mila, family, longTitle.slice(0, 180));
      await addItemTwice(mila, family, "milk");
      await user.visit("/lists/shopping");
    },
  },
  "list, of its own name": {
    ...member,
    title: "Packing for camp · Lists · Mila",
    open: async ({ user, family }) => {
      const added = await family.post("/lists", { name: "Packing for camp" });
      const page = added.headers.get("location")!;
      await family.post(`${page}/items`, { text: "sunscreen, hats" });
      await user.visit(page);
    },
  },
  "item of a list": {
    ...member,
    title: "Change item · Mila",
    open: async (scene) => {
      await scene.family.post("/lists", { name: "Packing for camp" });
      await scene.family.post("/lists/shopping/items", { text: "2 l milk" });
      await scene.user.visit("/lists/shopping");
      await scene.user.follow("Change: 2 l milk");
    },
  },
  "list, renamed": {
    ...member,
    title: "Rename list · Mila",
    open: async ({ user, family }) => {
      const added = await family.post("/lists", { name: "Packing for camp" });
      await user.visit(`${added.headers.get("location")}/rename`);
    },
  },
};

async function addItems({ family }: Scene) {
  const text = `2 l milk, eggs, bread\n${longTitle.slice(0, 180)}\ncheese`;
  await family.post("/lists/shopping/items", { text });
  const page = await (await family.get("/lists/shopping")).text();
  const ticks = [...page.matchAll(/formaction="(\/lists\/shopping\/items\/[^"]+\/tick)"/gi)];
  for (const [, tick] of ticks.slice(1, 3)) await family.post(tick!);
  await family.post("/lists/shopping/items/clear");
  const later = await (await family.get("/lists/shopping")).text();
  const [, first] = /formaction="(\/lists\/shopping\/items\/[^"]+\/tick)"/i.exec(later) ?? [];
  await family.post(first!);
}

async function openUnnamed({ user }: Scene) {
  await user.visit("/lists");
  await user.skipBrowserChecks();
  await user.press("Add");
  await user.sees("Please enter a name");
}
