import type { AliasableExpression, Expression, Kysely, SqlBool, Transaction } from "kysely";
import type { Channel, Database, MessageKind, OptOutCause } from "#db/schema.ts";
import type { InboundText, Outcome } from "#app/services/sending.ts";
import type { Delivery, Instance, Prepare } from "./preparation.ts";

/** Everything the outbox knows about one kind of message. Features export theirs from their messages/. */
export interface MessageType {
  /** What the list of messages calls it. */
  label: string;
  prepare: Prepare;
  /** Goes to someone else: fewer texts a day may. */
  isToOthers?: true;
  /** Changes to another channel when the user switches its own off. */
  followsPreferences?: true;
  /** Its subject is a date, and its time stays with it when the clock is set back. */
  isDated?: true;
  /** Messages about one subject go out one after the other, so that the last word stays the last. */
  isSequential?: true;
  /** The user's late messages of this kind go out together, as one of that kind. */
  mergesLateInto?: MessageKind;
  /** Goes to an opted-out email address all the same, where these are the causes. */
  ignoresOptOut?: OptOutCause[];
  /** Whose action these messages may have to wait for. */
  waitsForUser?: WaitsForUser;
  /** Follows what came of sending, in the transaction that records it. */
  afterSending?: (trx: Transaction<Database>, delivery: SentDelivery, outcome: Outcome, now: string) => Promise<void>;
  /** What the list adds to the label, by subject. */
  describe?: (db: Kysely<Database>, userId: string, subjectIds: string[]) => Promise<Map<string, string>>;
}

export type MessageTypes = Record<MessageKind, MessageType>;

type SentDelivery = Pick<Delivery, "kind" | "subject_id" | "user_id" | "claimed_at">;

export interface WaitsForUser {
  /** Whether this user, by the SQL expression of their id, has to do something first. */
  isWaiting: (db: Kysely<Database>, userId: Expression<string>) => AliasableExpression<SqlBool>;
  note: string;
}

/** What the outbox gets from the rest of the product. app/domain/product.server.ts puts it together. */
export interface Features {
  messageTypes: MessageTypes;
  people: People;
  facts: Facts;
  answerText: AnswerText;
}

/** Takes a text as the answer to a message, and returns what to say to it; null for nothing. */
export type AnswerText = (trx: Transaction<Database>, text: InboundText, now: string) => Promise<string | null>;

export type Outbox = Instance & Features;

interface People {
  findWantedChannels: (db: Kysely<Database>, userIds: string[]) => Promise<Map<string, Channel[]>>;
  findHouseholds: (db: Kysely<Database>, userIds: string[]) => Promise<{ userId: string; householdId: string }[]>;
}

/** Keeps what this Mila has to remember between two runs, by name. */
interface Facts {
  read: (db: Kysely<Database>, name: string) => Promise<string | undefined>;
  write: (db: Kysely<Database>, name: string, value: string) => Promise<void>;
}

export function kindsWhere(messageTypes: MessageTypes, holds: (type: MessageType) => unknown): MessageKind[] {
  const kinds = Object.keys(messageTypes) as MessageKind[];
  return kinds.filter((kind) => holds(messageTypes[kind]));
}

export function mergesOf(messageTypes: MessageTypes): { kind: MessageKind; into: MessageKind }[] {
  return (Object.keys(messageTypes) as MessageKind[]).flatMap((kind) => {
    const into = messageTypes[kind].mergesLateInto;
    return into ? [{ kind, into }] : [];
  });
}
