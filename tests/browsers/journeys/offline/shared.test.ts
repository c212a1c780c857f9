import { addTask } from "../../../support/records/add-task.ts";
import { journey } from "../../journey.ts";
import { keepCopies } from "../../tab/keep-copies.ts";

/** Runs in the page: what the share target of an installed app posts. */
const shareWords = `
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: "/share" });
  const field = document.createElement("textarea");
  Object.assign(field, { name: "text", value: "Buy goggles" });
  form.append(field);
  document.body.append(form);
  form.submit();
`;

journey("offline, what is shared is in the input, once", async ({ tab, family, connection }) => {
  await addTask(family, { title: "Call the vet" });
  await keepCopies(tab, "Call the vet");
  await connection.cut();
  await tab.window.run(`void setTimeout(() => { ${shareWords} })`);
  await tab.holds(`document.querySelector("#add-task-text")?.value === "Buy goggles"`);
  await tab.isAt("/dashboard");
  await tab.visit("/dashboard");
  await tab.isAlive();
  await tab.holds(`document.querySelector("#add-task-text")?.value === ""`);
});
