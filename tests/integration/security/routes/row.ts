import type { RecordKind } from "../plant.ts";

export interface RouteRow {
  /**
   * A caller is a program: it sends JSON, and is told instead of being sent to the sign-in page. A listener gets a
   * stream that does not end. A provider has a proof of its own (tests/integration/webhooks).
   */
  who: "anybody" | "signed-in" | "caller" | "listener" | "provider";
  /** Whether it has something to show; what has not answers 404 to GET. */
  hasPage: boolean;
  /** What the ids in its path and fields (":id") are of; a task unless said. */
  about?: RecordKind;
  /** A form post that works, ":id" standing for the record's; what takes none has none. */
  fields?: () => Record<string, string>;
}

let addresses = 0;
/** One that nobody has. */
export const newAddress = () => `new-${process.pid}-${(addresses += 1)}@example.com`;
