/** How far this clock may be from a provider's. */
export const hoursClocksDiffer = 12;
