import type { RecordKind } from "../insert-record.ts";

export interface RouteRow {
  /**
   * A caller is a program: it sends JSON and is refused instead of redirected. A listener gets an
   * endless stream. A provider authenticates itself (tests/integration/webhooks).
   */
  who: "anybody" | "signed-in" | "caller" | "listener" | "provider";
  /** False if GET answers 404. */
  hasPage: boolean;
  /** The record type behind ":id"; a task by default. */
  about?: RecordKind;
  /** Of the answer to a valid form; 303 by default. */
  status?: number;
  /** Other sites may post there: its address is the proof, or it changes nothing. */
  isForAnySite?: true;
  /** Valid form fields, with ":id" for the record's; none if it accepts no form. */
  fields?: () => Record<string, string>;
}

let addresses = 0;
export const newAddress = () => `new-${process.pid}-${(addresses += 1)}@example.com`;
