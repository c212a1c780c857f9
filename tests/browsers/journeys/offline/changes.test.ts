import { addTask } from "../../../support/records/add-task.ts";
import { journey } from "../../journey.ts";
import { keepCopies } from "../../tab/keep-copies.ts";

journey(
  "offline, a task is moved, and the move arrives later",
  async ({ tab, family, connection }) => {
    await addTask(family, { title: "Call the vet" });
    await keepCopies(tab, "Call the vet");
    await connection.cut();
    await tab.follow("Add a date", "Call the vet");
    await tab.choose("Date", "2031-06-10");
    await tab.press("Save");
    await tab.sees("1 change waits for a connection");
    await connection.restore();
    await tab.seesNo("waits for a connection");
    await tab.visit("/dashboard");
    await tab.sees("Jun 10, 2031");
  },
);

journey(
  "offline, a task is completed and one is added, and both arrive later",
  async ({ tab, family, connection }) => {
    await addTask(family, { title: "Call the vet" });
    await keepCopies(tab, "Call the vet");
    await connection.cut();
    await tab.visit("/dashboard");
    await tab.press("Mark as complete", "Call the vet");
    await tab.sees("1 change waits for a connection");
    await tab.fill("What do you need?", "buy stamps tomorrow at 3pm");
    await tab.press("Send");
    await tab.sees("2 changes wait for a connection");
    await connection.restore();
    await tab.seesNo("wait for a connection");
    await tab.visit("/dashboard");
    await tab.sees("Buy stamps");
    await tab.press("Mark as incomplete", "Call the vet");
  },
);
