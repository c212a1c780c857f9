import { renderToString } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
} from "react-router-dom/server.js";
import { expect, test } from "vitest";
import { CardList, KeptMarkupContext } from "#app/ui/tasks/card/card-list.tsx";
import type { Task } from "#app/ui/tasks/card/task.ts";
import { ReturnToContext } from "#app/ui/kit/hidden-fields.tsx";
import { plainTask } from "../../support/records/plain-task.ts";
import { KeptParts } from "#app/server/shell/kept-markup.server.ts";

const plain: Task = { ...plainTask, title: "Buy <milk> & bread" };
const due = {
  instant: "2026-11-23T15:00:00.000Z",
  local: "2026-11-23T10:00",
  label: "Nov 23, 3:00 PM",
  day: "Today",
  isOverdue: true,
  hasTime: true,
};
const reading = { words: "at 3", undatedTitle: "Buy milk", skippedTime: "No 2:30 AM that day" };
const others = {
  dues: [{ local: "2026-11-24T15:00", label: "Tue 3 PM" }],
  categories: ["Kids" as const],
};
const repeats = {
  words: "every Monday",
  hasNext: true,
  missed: "Missed Nov 16",
  undatedBreak: "Winter break",
  turn: "anyone" as const,
};
const tasks: Task[] = [
  plain,
  { ...plain, id: "2", isCompleted: true, description: "Two liters" },
  {
    ...plain,
    id: "3",
    due,
    reading,
    others,
    reminderChoices: [{ minutesBefore: 0, label: "At the time" }],
  },
  { ...plain, id: "4", due, repeats, remindsAt: "at 6:20 PM", possibleChild: "Emma" },
  {
    ...plain,
    id: "5",
    assignee: "Sam",
    delegation: { status: "pending", name: "Nora", cannot: null, isUnsent: true },
  },
];
const cards = tasks.flatMap((task) => [
  { task, isNew: false, isFolded: false, showsCategory: false, heldAs: undefined },
  {
    task: { ...task, id: `new-${task.id}` },
    isNew: true,
    isFolded: true,
    showsCategory: true,
    heldAs: undefined,
  },
]);

test.each([null, "/family"])(
  "a browser finds the cards as it would render them itself, on %s",
  async (returnTo) => {
    const list = (
      <ReturnToContext.Provider value={returnTo}>
        <CardList cards={cards} />
      </ReturnToContext.Provider>
    );
    const itself = await inRouter(list);
    const render = async () => {
      const kept = new KeptParts();
      const page = <KeptMarkupContext.Provider value={kept.add}>{list}</KeptMarkupContext.Provider>;
      return String(await kept.fill(renderToString(page)));
    };
    expect(itself).toContain("Two liters");
    expect([await render(), await render()]).toEqual([itself, itself]);
  },
);

async function inRouter(element: React.ReactElement): Promise<string> {
  const handler = createStaticHandler([{ path: "*", element }]);
  const context = await handler.query(new Request("http://localhost/dashboard"));
  if (context instanceof Response) throw new Error("redirected");
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}
