/** How far this machine's clock may be from a provider's. */
export const hoursClocksDiffer = 12;
