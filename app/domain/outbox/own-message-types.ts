import type { DeliveryKind } from "./message-type.ts";

/** What goes to the user whose it is, at their own number and address. */
export const ownKinds = ["reminder", "late_reminders", "daily_summary", "test"] as const satisfies DeliveryKind[];
