/** Between this machine and a provider. */
export const maxClockSkewHours = 12;
