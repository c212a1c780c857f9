/** A feed's longest, and a household with more has plenty to see. */
export const maxFeedEvents = 2_000;
