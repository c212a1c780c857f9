import { addTask } from "../../../support/records/add-task.ts";
import { journey } from "../../journey.ts";
import { keepCopies } from "../../tab/keep-copies.ts";

journey("offline, the link to the family opens its copy", async ({ tab, family, connection }) => {
  await addTask(family, { title: "Call the vet" });
  await keepCopies(tab, "Call the vet");
  await connection.cut();
  await tab.follow("Family");
  await tab.sees("Family Dashboard", "h1");
  await tab.sees("You're offline. This is how things were on");
  await tab.sees("Call the vet");
});

journey("offline, the link to the week opens its copy", async ({ tab, family, connection }) => {
  await addTask(family, { title: "Call the vet" });
  await keepCopies(tab, "Call the vet");
  await connection.cut();
  await tab.follow("Week");
  await tab.isAt("/week");
  await tab.sees("You're offline. This is how things were on");
  await tab.sees("No date yet (1)");
});

journey("offline, a link to a page without a copy says so", async ({ tab, family, connection }) => {
  await addTask(family, { title: "Call the vet" });
  await keepCopies(tab, "Call the vet");
  await connection.cut();
  await tab.press("More: menu");
  await tab.follow("Preferences");
  await tab.sees("You're offline", "h1");
  await connection.restore();
  await tab.visit("/preferences");
  await tab.sees("Preferences", "h1");
});
