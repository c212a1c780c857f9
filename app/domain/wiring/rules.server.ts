// Defines how the features react to each other. Each room announces what happens to its own rows;
// this file lists what follows in the others. Followers run from left to right, in the transaction
// of the event. docs/rules.md shows the table, and says what it means for a family. Server and
// worker import this file first.
import {
  accountRenamed,
  accountTakenOver,
  addressSet,
  credentialsRevoked,
  profileSaved,
} from "../accounts/events.server.ts";
import {
  addMissingEntries,
  syncEntriesOfReturned,
} from "../calendar/entries/bring-up-to-date.server.ts";
import { autoSave } from "../calendar/entries/auto-save.server.ts";
import { continueEntries } from "../calendar/entries/continue-entries.server.ts";
import { syncEntries } from "../calendar/entries/sync-entries.server.ts";
import { syncSeriesEntries } from "../calendar/entries/series-entries.server.ts";
import { calendarSwitchedOn } from "../calendar/events.server.ts";
import { endCalendarAccess } from "../calendar/end-calendar-access.server.ts";
import { renewFeedLink } from "../calendar/files/feed-settings.server.ts";
import { continueYes, forgetContinued } from "../delegation/asking/continue-yes.server.ts";
import { recordDoneByAccount } from "../delegation/answering/done-by-account.server.ts";
import { endShownCalendars } from "../calendar/shown/shown-calendars.server.ts";
import { bringBackRequest } from "../delegation/asking/bring-back.server.ts";
import {
  closeFinishedRequests,
  endRequestsOfGiven,
  endReleased,
  releaseAccepted,
  tellReopened,
} from "../delegation/ending/follow-task.server.ts";
import { endCopiedLinks, endCopiedLinksOf } from "../delegation/ending/end-copied-links.server.ts";
import { handOverRequests } from "../delegation/ending/hand-over-requests.server.ts";
import { tellChanges } from "../delegation/telling/tell-changes.server.ts";
import { withdrawRequestsTo } from "../delegation/ending/withdraw.server.ts";
import {
  forgetInRequests,
  renameInRequests,
  replaceInRequests,
} from "../delegation/requests/people-in-requests.server.ts";
import { keepYesToOne } from "../delegation/requests/previous-assignee.server.ts";
import { requestAnswered } from "../delegation/events.server.ts";
import { importEnded, importGoesOn } from "../imports/events.server.ts";
import { replaceInImports, stopImportsOf } from "../imports/leave.server.ts";
import { itemsAdded } from "../lists/events.server.ts";
import { mailWaits } from "../mail/events.server.ts";
import { endMailSources } from "../mail/end-sources.server.ts";
import {
  childGrownUp,
  memberLeaves,
  memberLeft,
  peopleLeave,
  peopleRemoved,
  personRenamed,
  personReplaced,
  personReturned,
} from "../people/events.server.ts";
import { updateLinkedEmail } from "../people/family/link-account.server.ts";
import { revokeInvitationsBy } from "../people/invitations/invitations.server.ts";
import { renameAfterAccount } from "../people/own-person.server.ts";
import { leaveTasks } from "../lifecycle/hand-over-tasks.server.ts";
import { separateFromOthers } from "../lifecycle/separate-from-others.server.ts";
import {
  forgetAddresses,
  forgetDefaultDelegate,
  replaceInPreferences,
} from "../preferences/preferences.server.ts";
import { reminderPreferencesSaved } from "../reminders/events.server.ts";
import { addRequestedReminders } from "../reminders/add-requested-reminders.server.ts";
import { resumeOwnReminders } from "../reminders/planning/resume-reminders.server.ts";
import { replanReminders } from "../reminders/planning/replan-reminders.server.ts";
import { remindOfTimeMoved, syncReminders } from "../reminders/planning/sync-reminders.server.ts";
import { occurrenceReverted, seriesStarted, yesToAllContinued } from "../series/events.server.ts";
import { keepUids } from "../series/calendar-series.server.ts";
import { endPagesMadeBy, endPagesOf, replaceInPages } from "../children/child-pages.server.ts";
import { giveStarForTask, replaceInStars, takeStarOfTask } from "../children/stars.server.ts";
import { indexTasks, indexTasksOfReplaced } from "../search/index-tasks.server.ts";
import { applyToSeries } from "../series/changing/apply-to-series.server.ts";
import {
  endTurnsOfPeople,
  passOnTurnsOfAccount,
  passOnTurnsOfPeople,
  resumeTurns,
} from "#app/domain/series/changing/leaving.server.ts";
import { passOnIfAway } from "#app/domain/series/occurrences/pass-on.server.ts";
import { planAgainForTasks, planAgainForUser } from "../series/occurrences/plan-again.server.ts";
import { refuseTooFarAhead } from "../series/occurrences/far-ahead.server.ts";
import { syncSeries } from "../series/occurrences/sync-series.server.ts";
import { requireRoomForSeries } from "../series/changing/room.server.ts";
import { replaceInSeries } from "../series/move-series.server.ts";
import { startSeries } from "../series/start-series.server.ts";
import {
  keepEdit,
  keepMark,
  keepMissed,
  replaceInHistory,
} from "../tasks/changing/history.server.ts";
import { endTokens } from "../tokens/tokens.server.ts";
import { does, type Rule, rule } from "./rule.ts";
import { tellWhoWasGiven } from "../delegation/telling/tell-who-was-given.server.ts";
import { planMailReminders } from "../summary/plan-mail-reminders.server.ts";
import { planDailySummary } from "../summary/plan-daily-summary.server.ts";
import { replaceInTasks } from "../tasks/changing/delegation.server.ts";
import {
  announceTasksAbout,
  announceTasksOf,
  announceTasksOfAccount,
} from "../tasks/changing/announce-later.server.ts";
import {
  dayChanged,
  moveTakenBack,
  occurrenceEdited,
  remindersRequested,
  repeatingTasksAdded,
  seriesPlanned,
  taskBroughtBack,
  taskCompleted,
  taskDeleted,
  taskEdited,
  taskMissed,
  tasksAdded,
  tasksChanged,
  tasksGiven,
  timeZoneRulesChanged,
} from "../tasks/events.server.ts";
import {
  hearNothingOf,
  recordImportEnded,
  recordItemsAdded,
  recordRequestAnswered,
  recordTaskCompleted,
  recordTaskDeleted,
  recordTasksAdded,
  recordTasksChanged,
} from "../webhooks/record-events.server.ts";
import { endWebhooks } from "../webhooks/webhooks.server.ts";

/** The events of the household, its tasks and its people. */
export const familyRules: Rule[] = [
  rule(repeatingTasksAdded, "A task that repeats is added", {
    requests: "Nobody was asked yet",
    reminders: "They come with the change that follows",
    turns: does("It gets its dates, and the turns that were said", startSeries),
    calendars: "They come with the change that follows",
    told: "Nobody",
    history: "It begins with who added it",
    search: "See the change that follows",
  }),
  rule(remindersRequested, "Someone asks to be reminded as they add a task", {
    requests: "Nothing",
    reminders: does(
      "They are planned, for the next dates too if it repeats",
      addRequestedReminders,
    ),
    turns: "Nothing",
    calendars: "The entry has them",
    told: "Nobody",
    history: "Nothing",
    search: "Nothing",
  }),
  rule(tasksChanged, "A task changes in any way: edited, moved, done, skipped, missed, deleted", {
    requests: does("Unanswered ones end once it is done or gone", closeFinishedRequests),
    reminders: does(
      "They follow its date and its people; of a finished task they end",
      syncReminders,
    ),
    turns: does("Once it is closed, the next date opens, with the turn of that day", syncSeries),
    calendars: does(
      "Entries of all who have it follow, and those who should have it get one",
      keepUids,
      autoSave,
      continueEntries,
      syncEntries,
      syncSeriesEntries,
    ),
    told: does(
      "Who said yes, after two minutes, if the date is another or was missed; webhooks, at once",
      tellChanges,
      recordTasksChanged,
    ),
    history: "Its parts are events of their own; the series knows what was missed",
    search: does("It is found by its present words and people", indexTasks),
  }),
  rule(seriesStarted, "A task begins to repeat", {
    requests: does(
      "A yes stays with this one; those that follow go to who had it before",
      keepYesToOne,
    ),
    reminders: "They come with the change that follows",
    turns: "Nobody takes turns yet",
    calendars: "They come with the change that follows",
    told: "Nobody",
    history: "Nothing: the page says it",
    search: "See the change that follows",
  }),
  rule(yesToAllContinued, "The next one opens, and somebody said yes to all", {
    requests: does("It has one of its own, accepted already, with a message", continueYes),
    reminders: "They come with the change that follows",
    turns: "The turn of that day lies beneath the yes",
    history: "The request is there",
    calendars: "They come with the change that follows",
    told: "Who said yes",
    search: "See the change that follows",
  }),
  rule(occurrenceReverted, "The one before is reopened, and the next waits again", {
    requests: does("The one that went on with a yes to all goes", forgetContinued),
    reminders: "See the change that follows",
    turns: "It has its turn when it opens",
    history: "Nothing",
    calendars: "See the change that follows",
    told: "Nobody",
    search: "See the change that follows",
  }),
  rule(taskCompleted, "Someone ticks a task", {
    requests: does("If the person who said yes ticks it, the asker is told", recordDoneByAccount),
    reminders: "See the change that follows",
    turns: does("Dates too far ahead are refused", refuseTooFarAhead),
    calendars: "See the change that follows",
    told: does(
      "The person who said yes, a minute later, unless it is undone; webhooks, at once",
      releaseAccepted,
      recordTaskCompleted,
    ),
    history: does(
      "It says who did it; a child's task gives a star, if the family wants stars",
      keepMark,
      giveStarForTask,
    ),
    search: "See the change that follows",
  }),
  rule(taskDeleted, "Someone deletes or skips a task", {
    requests: "See the change that follows",
    reminders: "See the change that follows",
    turns: "See the change that follows",
    calendars: "See the change that follows",
    told: does(
      "The person who said yes, a minute later, unless it is undone; webhooks, at once",
      releaseAccepted,
      recordTaskDeleted,
    ),
    history: does("It says who", keepMark),
    search: "See the change that follows",
  }),
  rule(taskMissed, "A task that repeats is over, and nobody did it", {
    requests: "A yes stays: it can still be done",
    reminders: "See the change that follows",
    turns: "See the change that follows",
    calendars: "See the change that follows",
    told: does("Webhooks; for others see the change that follows", recordTaskDeleted),
    history: does("It says so", keepMissed),
    search: "See the change that follows",
  }),
  rule(taskBroughtBack, "Someone reopens or restores a task", {
    requests: does(
      "A yes ends if its person heard that nothing is left to do; one that nobody answered goes on",
      endReleased,
      bringBackRequest,
    ),
    reminders: "See the change that follows",
    turns: "See the change that follows",
    calendars: "See the change that follows",
    told: does("Who asked, a minute later, if they heard that it was done", tellReopened),
    history: does(
      "It says who; the star goes if the person who ticked it unticks it",
      keepMark,
      takeStarOfTask,
    ),
    search: "See the change that follows",
  }),
  rule(tasksGiven, "Someone gives a task to another by hand, or takes it from its person", {
    requests: does(
      "Those to anybody else end; a yes goes on if its person has it again within a minute",
      endRequestsOfGiven,
    ),
    reminders: "See the change that follows",
    turns: "See the change that follows",
    calendars: "See the change that follows",
    told: does(
      "Who got it, after two minutes; who said yes, after a minute; who asked, if that person gives it away",
      tellWhoWasGiven,
    ),
    history: "See the edit",
    search: "See the change that follows",
  }),
  rule(dayChanged, "Someone gives a task another day", {
    requests: "A yes stays",
    reminders: "See the change that follows",
    turns: does(
      "If its person is away on that day, the next one has it, until an Undo",
      passOnIfAway,
    ),
    calendars: "See the change that follows",
    told: "Nobody",
    history: "See the edit",
    search: "See the change that follows",
  }),
  rule(moveTakenBack, "Someone takes back that they moved a task", {
    requests: "See the change of its day",
    reminders: does(
      "One that fell due meanwhile comes now, if the task is still ahead",
      remindOfTimeMoved,
    ),
    turns: "See the change of its day",
    calendars: "See the change that follows",
    told: "Nobody",
    history: "See the edit",
    search: "See the change that follows",
  }),
  rule(taskEdited, "Someone edits a task, moves it or gives it to somebody", {
    requests: "See the change that follows",
    reminders: "See the change that follows",
    turns: "See the change that follows",
    calendars: "See the change that follows",
    told: "See the change that follows",
    history: does("It says who, what, from when to when, and who has it then", keepEdit),
    search: "See the change that follows",
  }),
  rule(occurrenceEdited, "Someone edits a date and those that follow, or all", {
    requests: "A yes to one stays with that one, and ends if the edit chooses another person",
    reminders: "See the change that follows",
    turns: does(
      "The others get what was changed, their person too; turns end if the form said so",
      applyToSeries,
    ),
    calendars: "See the change that follows",
    told: "Nobody",
    history: "See the edit: the others only follow it",
    search: "See the change that follows",
  }),
  rule(timeZoneRulesChanged, "A country changes its clocks", {
    requests: "Nothing",
    reminders: does("They are planned again", replanReminders),
    turns: does("Dates ahead are planned again", planAgainForTasks),
    calendars: "Google knows its own rules",
    told: "Nobody",
    history: "Nothing: the time stays",
    search: "Nothing",
  }),
  rule(memberLeaves, "An account is about to leave the household, or is deleted", {
    requests: does(
      "Their requests continue in the owner's name; their copied links, invitations and links to children's pages end",
      handOverRequests,
      endCopiedLinksOf,
      forgetDefaultDelegate,
      revokeInvitationsBy,
      endPagesMadeBy,
    ),
    reminders: "See the changes that follow",
    turns: does("Their open turns go to others, until they are back", passOnTurnsOfAccount),
    calendars: "Those of what stays end once it has left",
    told: "The people they asked",
    history: "It keeps their name",
    search: "Nothing",
  }),
  rule(memberLeft, "An account has left the household, or is deleted", {
    requests: "They go on already",
    reminders: does("The owner has their tasks, and is reminded of them", leaveTasks),
    turns: "They went to others before",
    calendars: does(
      "Entries to come are removed; shown calendars, mailboxes, mail addresses, webhooks and " +
        "tokens end, and their import under way is taken back",
      syncEntries,
      endShownCalendars,
      endMailSources,
      endWebhooks,
      endTokens,
      stopImportsOf,
    ),
    told: "Nobody",
    history: "It keeps their name",
    search: "Nothing",
  }),
  rule(peopleLeave, "Somebody is about to leave the family or the household", {
    requests: does("Those to them end", withdrawRequestsTo),
    reminders: "See the changes that follow",
    turns: does("Their open turns go to others", passOnTurnsOfPeople),
    calendars: "See the changes that follow",
    told: "They, and the people who asked them",
    history: "It keeps their name",
    search: "Nothing",
  }),
  rule(peopleRemoved, "The family has removed somebody", {
    requests: does(
      "Those that have ended keep the name; the links to a child's page end",
      forgetInRequests,
      endPagesOf,
    ),
    reminders: "Nothing",
    turns: does("They are out of all turns and their days away", endTurnsOfPeople),
    calendars: "Nothing",
    told: "Nobody",
    history: "It keeps their name",
    search: "Nothing",
  }),
  rule(personReturned, "Somebody of the family has an account now, or is back with it", {
    requests: "Those that ended stay so",
    reminders: does(
      "Those of what they have already begin, and those that they had added",
      announceTasksOf,
      resumeOwnReminders,
    ),
    turns: does("They take part, or do so again", resumeTurns),
    calendars: does(
      "Their entries follow again; the same change brings those that are new",
      syncEntriesOfReturned,
    ),
    told: "Nobody",
    history: "Nothing",
    search: "Nothing",
  }),
  rule(personReplaced, "Two entries turn out to be one person", {
    requests: does(
      "All go to the one, and so do links to a child's page, and stars",
      replaceInRequests,
      replaceInPreferences,
      replaceInPages,
      replaceInStars,
    ),
    reminders: does(
      "If one has an account, those of the other's tasks begin",
      announceTasksOfAccount,
    ),
    turns: does(
      "Tasks, turns and days away go to the one, and so does what an import still brings",
      replaceInTasks,
      replaceInSeries,
      replaceInImports,
    ),
    calendars: does(
      "Those of tasks about them follow; others begin with the reminders",
      announceTasksAbout,
    ),
    told: "Nobody",
    history: does("It names the one", replaceInHistory),
    search: does("Their tasks are found by the one", indexTasksOfReplaced),
  }),
  rule(childGrownUp, "A child of the family is listed as an adult", {
    requests: does("The links to their page end", endPagesOf),
    reminders: "Nothing",
    turns: "Nothing: they hold the person",
    calendars: "Nothing",
    told: "Nobody",
    history: "Nothing",
    search: "Nothing",
  }),
  rule(personRenamed, "Somebody gets another name", {
    requests: does("They name the person by it", renameInRequests),
    reminders: "Nothing",
    turns: "Nothing: they hold the person",
    calendars: does("Those of tasks about them have the name", announceTasksAbout),
    told: "Nobody",
    history: "Nothing: it holds the person",
    search: "Nothing",
  }),
  rule(calendarSwitchedOn, "Google Calendar is connected, also again, or switched on", {
    requests: "Nothing",
    reminders: "The entries have them",
    turns: "Nothing",
    calendars: does("Everything to come is there", syncEntries, addMissingEntries),
    told: "Nobody",
    history: "Nothing",
    search: "Nothing",
  }),
  rule(reminderPreferencesSaved, "Someone changes when they are reminded", {
    requests: "Nothing",
    reminders: does<{ userId: string; householdId: string; timeZone: string }>(
      "The summary's time follows, and the reminder of school mail",
      planDailySummary,
      planMailReminders,
    ),
    turns: does("Dates ahead are planned again", planAgainForUser),
    calendars: does("Their entries show the new reminders", syncEntries),
    told: "Nobody",
    history: "Nothing",
    search: "Nothing",
  }),
];

seriesPlanned.isFollowedBy(requireRoomForSeries);

credentialsRevoked.isFollowedBy(renewFeedLink, endCopiedLinks, endPagesMadeBy, endTokens);
accountTakenOver.isFollowedBy(
  forgetAddresses,
  endCalendarAccess,
  endMailSources,
  endWebhooks,
  revokeInvitationsBy,
  separateFromOthers,
);
addressSet.isFollowedBy(updateLinkedEmail);
accountRenamed.isFollowedBy(renameAfterAccount);
profileSaved.isFollowedBy(planDailySummary);
mailWaits.isFollowedBy(planMailReminders);
tasksAdded.isFollowedBy(recordTasksAdded);
requestAnswered.isFollowedBy(recordRequestAnswered);
itemsAdded.isFollowedBy(recordItemsAdded);
importGoesOn.isFollowedBy(hearNothingOf);
importEnded.isFollowedBy(recordImportEnded);
