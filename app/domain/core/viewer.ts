/** The account that opened a page, pressed a button or wrote a message, and its household. */
export interface Viewer {
  userId: string;
  householdId: string;
}

/** Dates are shown to the viewer, and read from them, in this IANA time zone. */
export interface ZonedViewer extends Viewer {
  timeZone: string;
}
