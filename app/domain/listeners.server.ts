// Who acts on what, in which order. The server and the worker import this file when they start.
import { autoSave } from "./calendar/entries/auto-save.server.ts";
import { syncEntries } from "./calendar/entries/sync-entries.server.ts";
import { releaseAcceptedRequest } from "./delegation/ending/release-accepted-request.server.ts";
import { closeFinishedRequests } from "./delegation/ending/close-finished-requests.server.ts";
import { replanReminders } from "./reminders/replan-reminders.server.ts";
import { syncReminders } from "./reminders/sync-reminders.server.ts";
import { clockRulesChanged, taskMarked, tasksChanged } from "./tasks/events.server.ts";

taskMarked.listen(releaseAcceptedRequest);
tasksChanged.listen(closeFinishedRequests, syncReminders, syncEntries, autoSave);
clockRulesChanged.listen(replanReminders);
