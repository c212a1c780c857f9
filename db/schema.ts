// Tables as migrated; tests/integration/db/schema.test.ts compares the two.
// Instants: UTC, ISO 8601 with milliseconds. Ids: UUIDv7. Booleans: 0 and 1. Columns:
// specification, section 3.
import type {
  UserTable,
  AccountToRemoveTable,
  GoogleAccountTable,
  OidcAccountTable,
  SessionTable,
  KeptFormTable,
  ProfileTable,
  PasswordResetTable,
  EmailVerificationTable,
  AuditEventTable,
} from "#db/tables/accounts.ts";
import type {
  PhoneCodeTable,
  UserPreferencesTable,
  WelcomeAnswerTable,
} from "#db/tables/preferences.ts";
import type {
  PasskeyTable,
  RecoveryCodeTable,
  TotpFactorTable,
  UsedChallengeTable,
} from "#db/tables/factors.ts";
import type {
  HouseholdTable,
  HouseholdMemberTable,
  DepartureTable,
  PersonTable,
  FamilyInvitationTable,
  LearnedWordTable,
  ChildQuestionTable,
} from "#db/tables/people.ts";
import type {
  SentChangeTable,
  HouseholdToAnnounceTable,
  TaskToAnnounceTable,
  TaskTable,
  TaskEventTable,
  ChecklistItemTable,
  ReminderTable,
  DueReadingTable,
  TaskReadingTable,
} from "#db/tables/tasks.ts";
import type { BreakTable, SeriesOccurrenceTable, SeriesTable } from "#db/tables/series.ts";
import type { AwayDatesTable, SeriesTurnPersonTable, SeriesTurnsTable } from "#db/tables/turns.ts";
import type {
  CalendarConnectionTable,
  CalendarEndingTable,
  CalendarEntryTable,
  CalendarFeedTable,
  CalendarRemovalTable,
  ShownCalendarTable,
  ShownEventTable,
} from "#db/tables/calendar.ts";
import type { ChatRequestTable, TelegramBotTable, TelegramCodeTable } from "#db/tables/chat.ts";
import type { DelegationTable, TextConversationTable } from "#db/tables/delegations.ts";
import type {
  DeliveryTable,
  DeliveryCountTable,
  ChannelPauseTable,
  PushDeviceTable,
  ProviderEventTable,
  WorkerTable,
  InstanceFactTable,
} from "#db/tables/deliveries.ts";
import type {
  AnsweredSenderTable,
  MessageToOtherTable,
  OptOutTable,
} from "#db/tables/recipients.ts";

import type { HouseholdToIndexTable, SearchEntryTable } from "#db/tables/search.ts";
import type { LimitEventTable } from "#db/tables/limits.ts";
import type {
  ChildGoalTable,
  ChildPageTable,
  ChildStarTable,
  StarHouseholdTable,
} from "#db/tables/children.ts";
import type {
  MailAddressTable,
  MailboxTable,
  MailInboxTable,
  MailSenderTable,
  MailTable,
  MailTaskTable,
  ModelHouseholdTable,
} from "#db/tables/mail.ts";
import type { ImportRowTable, ImportTable } from "#db/tables/imports.ts";
import type { AccessTokenTable, KeptAnswerTable } from "#db/tables/tokens.ts";
import type { WebhookMessageTable, WebhookTable } from "#db/tables/webhooks.ts";
import type { DavCalendarTable, DavObjectTable, DavStateTable } from "#db/tables/caldav.ts";
import type { BoughtItemTable, ListItemTable, ListTable } from "#db/tables/lists.ts";

export type { AuditActor, AuditKind, ProfileRole, Bit } from "#db/tables/accounts.ts";
export type { HouseholdNotice, HouseholdRole, Relation } from "#db/tables/people.ts";
export type { Category, EditedPart, TaskMark } from "#db/tables/tasks.ts";
export type { ChatRequestType } from "#db/tables/chat.ts";
export type { OptOutCause } from "#db/tables/recipients.ts";
export type { CalendarProblem, GoogleDetail } from "#db/tables/calendar.ts";
export type {
  MailboxProblem,
  MailChange,
  MailState,
  ReadingTable,
  SenderRule,
} from "#db/tables/mail.ts";
export type { ImportFormat } from "#db/tables/imports.ts";
export type { TokenAccess } from "#db/tables/tokens.ts";
export type { WebhookKind, WebhookOffReason } from "#db/tables/webhooks.ts";
export type { TurnOrder } from "#db/tables/turns.ts";
export type {
  DelegationStatus,
  DelegationMethod,
  DelegationChoice,
  DelegationState,
} from "#db/tables/delegations.ts";
export type {
  Channel,
  DeliveryState,
  MessageKind,
  MessagePayloads,
  OwnerNotice,
  ReachedShare,
} from "#db/tables/deliveries.ts";

export interface Database {
  limit_events: LimitEventTable;
  users: UserTable;
  accounts_to_remove: AccountToRemoveTable;
  google_accounts: GoogleAccountTable;
  oidc_accounts: OidcAccountTable;
  sessions: SessionTable;
  kept_forms: KeptFormTable;
  profiles: ProfileTable;
  user_preferences: UserPreferencesTable;
  phone_codes: PhoneCodeTable;
  welcome_answers: WelcomeAnswerTable;
  households: HouseholdTable;
  household_members: HouseholdMemberTable;
  departures: DepartureTable;
  people: PersonTable;
  family_invitations: FamilyInvitationTable;
  child_questions: ChildQuestionTable;
  access_tokens: AccessTokenTable;
  webhooks: WebhookTable;
  webhook_messages: WebhookMessageTable;
  dav_states: DavStateTable;
  dav_calendars: DavCalendarTable;
  dav_objects: DavObjectTable;
  kept_answers: KeptAnswerTable;
  imports: ImportTable;
  import_rows: ImportRowTable;
  child_pages: ChildPageTable;
  star_households: StarHouseholdTable;
  child_stars: ChildStarTable;
  child_goals: ChildGoalTable;
  mails: MailTable;
  mail_tasks: MailTaskTable;
  mail_senders: MailSenderTable;
  mailboxes: MailboxTable;
  mail_addresses: MailAddressTable;
  model_households: ModelHouseholdTable;
  mail_inboxes: MailInboxTable;
  lists: ListTable;
  list_items: ListItemTable;
  bought_items: BoughtItemTable;
  tasks: TaskTable;
  task_events: TaskEventTable;
  checklist_items: ChecklistItemTable;
  sent_changes: SentChangeTable;
  tasks_to_announce: TaskToAnnounceTable;
  households_to_announce: HouseholdToAnnounceTable;
  search_entries: SearchEntryTable;
  households_to_index: HouseholdToIndexTable;
  reminders: ReminderTable;
  series: SeriesTable;
  series_occurrences: SeriesOccurrenceTable;
  breaks: BreakTable;
  series_turns: SeriesTurnsTable;
  series_turn_people: SeriesTurnPersonTable;
  away_dates: AwayDatesTable;
  calendar_connections: CalendarConnectionTable;
  calendar_entries: CalendarEntryTable;
  shown_calendars: ShownCalendarTable;
  shown_events: ShownEventTable;
  deliveries: DeliveryTable;
  delivery_counts: DeliveryCountTable;
  channel_pauses: ChannelPauseTable;
  push_devices: PushDeviceTable;
  opt_outs: OptOutTable;
  messages_to_others: MessageToOtherTable;
  answered_senders: AnsweredSenderTable;
  provider_events: ProviderEventTable;
  workers: WorkerTable;
  instance_facts: InstanceFactTable;
  password_resets: PasswordResetTable;
  email_verifications: EmailVerificationTable;
  audit_events: AuditEventTable;
  due_readings: DueReadingTable;
  task_readings: TaskReadingTable;
  learned_words: LearnedWordTable;
  delegations: DelegationTable;
  text_conversations: TextConversationTable;
  calendar_feeds: CalendarFeedTable;
  calendar_endings: CalendarEndingTable;
  calendar_removals: CalendarRemovalTable;
  telegram_bots: TelegramBotTable;
  telegram_codes: TelegramCodeTable;
  chat_requests: ChatRequestTable;
  totp_factors: TotpFactorTable;
  recovery_codes: RecoveryCodeTable;
  passkeys: PasskeyTable;
  used_challenges: UsedChallengeTable;
}
