import type { AliasableExpression, Expression, Kysely, SqlBool, Transaction } from "kysely";
import type { Channel, Database, MessageKind, OptOutCause } from "#db/schema.ts";
import type { Outcome } from "#app/services/sending.ts";
import type { Delivery, Instance, Prepare } from "./preparation.ts";

export interface MessageType {
  label: string;
  prepare: Prepare;
  /** Goes out before other messages, because somebody waits for it. */
  isUrgent?: true;
  /**
   * Goes out however many messages its user got that day, because it concerns the account itself.
   */
  isWarning?: true;
  /** Goes to a number or address that may be a stranger's, so it has lower limits. */
  isToOthers?: true;
  /** Asks whether a number or address is the user's own. */
  confirmsAddress?: true;
  /**
   * Goes out by another of the user's channels when its own cannot carry it, or is switched off.
   */
  followsPreferences?: true;
  /**
   * Gets half of a user's texts a day, because it repeats an earlier message or is caused by
   * others: the other half is for messages that the user wants first.
   */
  getsHalf?: true;
  /**
   * Keeps its time when the clock is set back: "always" if it belongs to a date, "first" for the
   * first message about its subject. Messages that follow have a payload, and like all others were
   * due soon after they were created.
   */
  keepsTime?: "always" | "first";
  /** Keeps its deliveries, because its cause can come again, however old it is. */
  canRecur?: true;
  /** Messages about one subject go out in order, one at a time. */
  isSequential?: true;
  /** A user's late messages go out together as one message of this kind. */
  mergesLateInto?: MessageKind;
  ignoresOptOut?: OptOutCause[];
  waitsForUser?: WaitsForUser;
  afterSending?: (
    trx: Transaction<Database>,
    delivery: SentDelivery,
    outcome: Outcome,
    now: string,
  ) => Promise<void>;
  /** Returns what the message list adds to the label, by subject id. */
  describe?: (
    db: Kysely<Database>,
    userId: string,
    subjectIds: string[],
  ) => Promise<Map<string, string>>;
}

export type MessageTypes = Record<MessageKind, MessageType>;

type SentDelivery = Pick<Delivery, "kind" | "subject_id" | "user_id" | "claimed_at">;

export interface WaitsForUser {
  /** The channel that it needs. Where that is not set up, nobody has to wait. */
  needs?: Channel;
  isWaiting: (db: Kysely<Database>, userId: Expression<string>) => AliasableExpression<SqlBool>;
  note: string;
}

/** The outbox gets these from app/domain/wiring/product.server.ts, because it knows no feature. */
export interface Features {
  messageTypes: MessageTypes;
  people: People;
}

export type Outbox = Instance & Features;

export type Product = Pick<Outbox, "messageTypes" | "isSetUp" | "heldBefore">;

interface People {
  findWantedChannels: (db: Kysely<Database>, userIds: string[]) => Promise<Map<string, Channel[]>>;
  /**
   * Returns the user's channels in the order in which they replace each other, or none if the user
   * does not want that.
   */
  findFallbackChannels: (
    db: Kysely<Database>,
    userIds: string[],
  ) => Promise<Map<string, Channel[]>>;
  findHouseholds: (
    db: Kysely<Database>,
    userIds: string[],
  ) => Promise<{ userId: string; householdId: string }[]>;
  /** Returns the users whose email address may be someone else's. */
  findUnconfirmed: (db: Kysely<Database>, userIds: string[]) => Promise<Set<string>>;
  /** Mila's owner's email address; undefined until they have confirmed it. */
  findConfirmedOwnerAddress: (db: Kysely<Database>) => Promise<string | undefined>;
  findSenders: (db: Kysely<Database>, userIds: string[]) => Promise<Map<string, Sender>>;
}

export interface Sender {
  householdId: string;
  /** When the account was created. */
  joinedAt: string;
}

export function kindsWhere(
  messageTypes: MessageTypes,
  predicate: (type: MessageType) => unknown,
): MessageKind[] {
  const kinds = Object.keys(messageTypes) as MessageKind[];
  return kinds.filter((kind) => predicate(messageTypes[kind]));
}

export function findWait(
  type: MessageType,
  isSetUp: (channel: Channel) => boolean,
): WaitsForUser | undefined {
  const wait = type.waitsForUser;
  return !wait?.needs || isSetUp(wait.needs) ? wait : undefined;
}

export function listMerges(messageTypes: MessageTypes): { kind: MessageKind; into: MessageKind }[] {
  return (Object.keys(messageTypes) as MessageKind[]).flatMap((kind) => {
    const into = messageTypes[kind].mergesLateInto;
    return into ? [{ kind, into }] : [];
  });
}
