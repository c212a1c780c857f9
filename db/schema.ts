// The tables, as the migrations make them; tests/integration/db/schema.test.ts compares the two.
// Instants: UTC, ISO 8601 with milliseconds. Ids: UUIDv7. Booleans: 0 and 1. Columns: specification, section 3.
import type { Generated } from "kysely";

export type Bit = 0 | 1;
export type Category = "Kids" | "Household" | "Elders";
export type ProfileRole = "mom" | "dad" | "parent" | "caregiver";
export type HouseholdRole = "owner" | "member";
export type Relation = "spouse" | "partner" | "child" | "parent" | "grandparent" | "sibling" | "other";
export type InvitationStatus = "pending" | "accepted" | "revoked";
export type DelegationStatus = "none" | "pending" | "accepted" | "declined";
export type DelegationMethod = "whatsapp" | "sms";
/** How one is asked; with a link the asker sends it themselves. */
export type DelegationChoice = DelegationMethod | "email" | "link";
/** The first three are the task's own delegation_status; of the others the task knows nothing any more. */
export type DelegationState =
  "pending" | "accepted" | "declined" | "withdrawn" | "superseded" | "task_completed" | "task_deleted";
/** Dormant: its task is done, deleted or without a date, or its time had passed before it could be made. */
export type ReminderStatus = "pending" | "sent" | "cancelled" | "dormant";
export type Channel = "sms" | "whatsapp" | "email" | "calendar";
export type DeliveryState =
  | "ready"
  | "sending"
  | "unknown"
  | "sent"
  | "delivered"
  | "undelivered"
  | "failed"
  | "cancelled"
  | "merged"
  | "expired";

export interface Database {
  users: UserTable;
  google_accounts: GoogleAccountTable;
  sessions: SessionTable;
  sign_in_failures: SignInFailureTable;
  profiles: ProfileTable;
  user_preferences: UserPreferencesTable;
  households: HouseholdTable;
  household_members: HouseholdMemberTable;
  family_members: FamilyMemberTable;
  family_invitations: FamilyInvitationTable;
  tasks: TaskTable;
  reminders: ReminderTable;
  deliveries: DeliveryTable;
  channel_pauses: ChannelPauseTable;
  opt_outs: OptOutTable;
  provider_events: ProviderEventTable;
  workers: WorkerTable;
  instance_facts: InstanceFactTable;
  password_resets: PasswordResetTable;
  email_verifications: EmailVerificationTable;
  due_readings: DueReadingTable;
  delegations: DelegationTable;
  text_conversations: TextConversationTable;
}

interface UserTable {
  id: string;
  /** Trimmed and in lower case. */
  email: string;
  email_verified_at: string | null;
  /** Null for an account that signs in by other means only. */
  password_hash: string | null;
  created_at: string;
}

/** Who signs in with Google. A user has one Google account at most. */
interface GoogleAccountTable {
  /** Google's own id of the person, which never changes; an address can, and can become somebody else's. */
  sub: string;
  user_id: string;
  /** As Google last said it, in lower case; for people to tell which account it is. */
  email: string;
  /** What was allowed, with spaces between. */
  scope: string;
  /** Sealed (app/domain/accounts/sealed.server.ts), bound to the user; null where the calendar was not allowed. */
  refresh_token: string | null;
  created_at: string;
}

interface SessionTable {
  id: string;
  user_id: string;
  /** SHA-256 of the token in the cookie, in hex. */
  token_hash: string;
  created_at: string;
  last_used_at: string;
  /** As people would call it: "Chrome on Android". */
  device: string | null;
}

interface SignInFailureTable {
  id: string;
  email: string;
  ip_address: string;
  failed_at: string;
}

interface ProfileTable {
  /** The user's id. */
  id: string;
  first_name: string | null;
  last_name: string | null;
  role: Generated<ProfileRole>;
  /** IANA name; null until a browser or the user has told it. */
  time_zone: string | null;
  updated_at: string;
}

interface UserPreferencesTable {
  user_id: string;
  auto_save_to_calendar: Generated<Bit>;
  google_calendar_enabled: Generated<Bit>;
  reminder_two_days_before: Generated<Bit>;
  reminder_one_hour_before: Generated<Bit>;
  daily_summary_enabled: Generated<Bit>;
  /** Wall clock in the user's zone, HH:mm. */
  daily_summary_time: Generated<string>;
  default_spouse_id: string | null;
  delegation_method: Generated<DelegationMethod>;
  phone_number: string | null;
  sms_enabled: Generated<Bit>;
  whatsapp_enabled: Generated<Bit>;
  email_enabled: Generated<Bit>;
  /** The instant of the next daily summary; null while it is off. */
  next_daily_summary_at: string | null;
}

interface HouseholdTable {
  id: string;
  created_at: string;
  /** Grows with every change that its pages show, so that open ones can tell. */
  revision: Generated<number>;
}

interface HouseholdMemberTable {
  id: string;
  household_id: string;
  /** A user is in one household. */
  user_id: string;
  role: HouseholdRole;
  joined_at: string;
  /** What the user has not been told yet: that they were removed from the household they were in before. */
  notice: "removed" | null;
}

interface FamilyMemberTable {
  id: string;
  user_id: string;
  household_id: string;
  name: string;
  relation: Relation;
  /** E.164. */
  phone: string | null;
  email: string | null;
  /** The account of this person, once they have one in the household. */
  linked_user_id: string | null;
  created_at: string;
}

interface FamilyInvitationTable {
  id: string;
  household_id: string;
  invited_by: string;
  /** Trimmed and in lower case. Only an account with this address can accept. */
  invitee_email: string;
  status: Generated<InvitationStatus>;
  /** Of the link: sending it again makes a new one, which ends the old. */
  version: Generated<number>;
  created_at: string;
  expires_at: string;
}

interface TaskTable {
  id: string;
  household_id: string;
  /** Who made it. */
  user_id: string;
  title: string;
  category: Category;
  description: string | null;
  /** The instant; beside it the wall clock (YYYY-MM-DDTHH:mm) and the zone in which it was said. All three or none. */
  due_date: string | null;
  due_local: string | null;
  due_time_zone: string | null;
  is_completed: Generated<Bit>;
  created_at: string;
  delegated_to: string | null;
  assignee: string | null;
  delegation_status: Generated<DelegationStatus>;
  /** Grows with every change, so that an edit form can tell that somebody was faster. */
  version: Generated<number>;
  /** Set while it can still be brought back. */
  deleted_at: string | null;
  /** Overdue, and skipped: not to be asked about before this instant. */
  overdue_skipped_until: string | null;
  /** Tells the same form sent twice (a hash of form and text). */
  request_id: string | null;
}

/** One of a task's reminders to one person; a row stays when it is sent, cancelled or not needed for now. */
interface ReminderTable {
  id: string;
  task_id: string;
  user_id: string;
  /** From the person's preferences, or asked for on the task itself. */
  origin: "preference" | "custom";
  /** Whole days are days of the wall clock (two days before is the same time of day), all else real time. */
  minutes_before: number;
  /** What it is about: the task's title. */
  message: string;
  /** When the rule puts it; scheduled_at is later when it was snoozed. */
  planned_at: string;
  scheduled_at: string;
  status: ReminderStatus;
}

/** One message to one person by one channel (DELIVERY.md). It holds ids; addresses and words are read when it is sent. */
interface DeliveryTable {
  id: string;
  /** A key of app/domain/deliveries/kinds.server.ts. */
  kind: string;
  channel: Channel;
  /** Whose list it stands in, and whom its trouble is told. */
  user_id: string;
  /** What it is about: the id of a reminder, a task, an invitation …, by kind. */
  subject_id: string;
  state: Generated<DeliveryState>;
  /** Why it did not go out: a key of app/domain/deliveries/reasons.ts. */
  reason: string | null;
  /** The same cause makes one row. */
  dedupe_key: string;
  /** When it was to go out; not_before is later when the provider was not ready to take it. */
  due_at: string;
  not_before: string;
  expires_at: string | null;
  /** Claims so far: tells an attempt's late answer from the next one's. */
  attempts: Generated<number>;
  /** How often the provider was not ready to take it: makes the waiting longer. */
  refusals: Generated<number>;
  /** How often a claim ended without anything learned. */
  deaths: Generated<number>;
  handed_over_at: string | null;
  claimed_at: string | null;
  lease_until: string | null;
  unknown_since: string | null;
  /** Sent once more without knowing whether the first one arrived; that is done once. */
  repeated_at: string | null;
  merged_into: string | null;
  provider_id: string | null;
  created_at: string;
  ended_at: string | null;
}

/** A channel that is set up wrongly, or was told to wait. */
interface ChannelPauseTable {
  channel: Channel;
  reason: string;
  paused_at: string;
  /** Tried again from then on. */
  until: string;
}

interface OptOutTable {
  /** A phone number (E.164) or an e-mail address. */
  address: string;
  opted_out_at: string;
}

/** What a provider has reported: each once. */
interface ProviderEventTable {
  id: string;
  received_at: string;
}

interface WorkerTable {
  id: string;
  beat_at: string;
  /** Where it gets its work from at present. */
  queue: "redis" | "database";
}

interface InstanceFactTable {
  name: string;
  value: string;
}

/** The newest of a user counts; its link is computed from the id. */
interface PasswordResetTable {
  id: string;
  user_id: string;
  requested_at: string;
  used_at: string | null;
}

/** An address that somebody is to show to be theirs: the account's own, or the one it is to change to. */
interface EmailVerificationTable {
  id: string;
  user_id: string;
  email: string;
  requested_at: string;
  confirmed_at: string | null;
}

/** How a due date was read from what was said. It stands as long as the task is still as it was read. */
interface DueReadingTable {
  task_id: string;
  /** The words that made the date, as they were said. */
  words: string;
  title: string;
  description: string | null;
  due_local: string;
  due_time_zone: string;
  /** The title with those words in it, for when they were no date. */
  undated_title: string;
}

/** One request to take a task over, and what became of it. A task has one that is not ended, or none. */
interface DelegationTable {
  id: string;
  task_id: string;
  /** Null once that account is gone. */
  asked_by: string | null;
  /** Null once they are not in the family any more; the name stays as it was. */
  family_member_id: string | null;
  delegate_name: string;
  method: DelegationChoice;
  state: Generated<DelegationState>;
  /** Of its link. */
  version: Generated<number>;
  /** What they said, whatever became of the request afterwards. */
  answer: "accepted" | "declined" | null;
  /** What they wrote with it. */
  line: string | null;
  /** The task's assignee before they said yes, to be so again when it is taken back. */
  assignee_before: string | null;
  asked_at: string;
  answered_at: string | null;
  /** They said that it is done, and it is. */
  done_at: string | null;
  ended_at: string | null;
}

/** What a phone number was last asked by text in reply to its texts. */
interface TextConversationTable {
  /** E.164. */
  number: string;
  /** What they want to say to one of several requests. */
  answer: "accept" | "decline" | null;
  /** The requests that they can choose from, by number: ids of delegations, with commas between them. */
  choices: string | null;
  /** The newest request when words that say nothing were last explained: once for each. */
  helped_about: string | null;
}
