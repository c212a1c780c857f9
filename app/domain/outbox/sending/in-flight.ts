/** The ids of what this process is sending now. Each send ends within its time, whatever the wall clock does meanwhile. */
export const underWay = new Set<string>();
