// Listeners run in this order, in the transaction of the change. Server and worker import this file first.
import {
  accountRenamed,
  accountTakenOver,
  addressSet,
  credentialsRevoked,
  profileSaved,
} from "../accounts/events.server.ts";
import { autoSave } from "../calendar/entries/auto-save.server.ts";
import { continueEntries } from "../calendar/entries/continue-entries.server.ts";
import { syncEntries } from "../calendar/entries/sync-entries.server.ts";
import { syncSeriesEntries } from "../calendar/entries/series-entries.server.ts";
import { endCalendarAccess } from "../calendar/end-calendar-access.server.ts";
import { renewFeedLink } from "../calendar/files/feed-settings.server.ts";
import {
  closeFinishedRequests,
  releaseAcceptedRequest,
} from "../delegation/ending/follow-task.server.ts";
import { endCopiedLinks } from "../delegation/ending/end-copied-links.server.ts";
import { withdrawRequestsTo } from "../delegation/ending/withdraw.server.ts";
import {
  forgetInRequests,
  renameInRequests,
  replaceInRequests,
} from "../delegation/requests/people-in-requests.server.ts";
import {
  peopleLeave,
  peopleRemoved,
  personRenamed,
  personReplaced,
  personReturned,
} from "../people/events.server.ts";
import { updateLinkedEmail } from "../people/family/link-account.server.ts";
import { revokeInvitationsBy } from "../people/invitations/invitations.server.ts";
import { renameAfterAccount } from "../people/own-person.server.ts";
import { separateFromOthers } from "../lifecycle/separate-from-others.server.ts";
import { forgetAddresses, replaceInPreferences } from "../preferences/preferences.server.ts";
import { reminderPreferencesSaved } from "../reminders/events.server.ts";
import { addRequestedReminders } from "../reminders/add-requested-reminders.server.ts";
import { replanReminders } from "../reminders/planning/replan-reminders.server.ts";
import { syncReminders } from "../reminders/planning/sync-reminders.server.ts";
import { spreadEdit } from "../series/changing/spread-edit.server.ts";
import {
  endTurnsOfPeople,
  passOnTurnsOfPeople,
  resumeTurns,
} from "#app/domain/series/changing/leaving.server.ts";
import { passOnIfAway } from "#app/domain/series/changing/pass-on.server.ts";
import { planAgainForTasks, planAgainForUser } from "../series/occurrences/plan-again.server.ts";
import { refuseTooFarAhead } from "../series/occurrences/far-ahead.server.ts";
import { syncSeries } from "../series/occurrences/sync-series.server.ts";
import { requireRoomForSeries } from "../series/changing/room.server.ts";
import { replaceInSeries } from "../series/move-series.server.ts";
import { startSeries } from "../series/start-series.server.ts";
import { planDailySummary } from "../summary/plan-daily-summary.server.ts";
import { announceTasksOf } from "../tasks/changing/announce-later.server.ts";
import { replaceInTasks } from "../tasks/changing/delegation.server.ts";
import {
  dayChanged,
  occurrenceEdited,
  remindersRequested,
  repeatingTasksAdded,
  seriesPlanned,
  taskMarked,
  tasksChanged,
  timeZoneRulesChanged,
} from "../tasks/events.server.ts";

seriesPlanned.listen(requireRoomForSeries);
repeatingTasksAdded.listen(startSeries);
occurrenceEdited.listen(spreadEdit);
dayChanged.listen(passOnIfAway);
taskMarked.listen(refuseTooFarAhead, releaseAcceptedRequest);
remindersRequested.listen(addRequestedReminders);
tasksChanged.listen(
  closeFinishedRequests,
  syncReminders,
  syncSeries,
  syncEntries,
  autoSave,
  continueEntries,
  syncSeriesEntries,
);
timeZoneRulesChanged.listen(replanReminders, planAgainForTasks);

credentialsRevoked.listen(renewFeedLink, endCopiedLinks);
accountTakenOver.listen(
  forgetAddresses,
  endCalendarAccess,
  revokeInvitationsBy,
  separateFromOthers,
);
addressSet.listen(updateLinkedEmail);
accountRenamed.listen(renameAfterAccount);
profileSaved.listen(planDailySummary);
reminderPreferencesSaved.listen(planDailySummary, planAgainForUser);

peopleLeave.listen(withdrawRequestsTo, passOnTurnsOfPeople);
peopleRemoved.listen(forgetInRequests, endTurnsOfPeople);
personReturned.listen(resumeTurns, announceTasksOf);
personReplaced.listen(replaceInTasks, replaceInSeries, replaceInRequests, replaceInPreferences);
personRenamed.listen(renameInRequests);
