// Apart from the schemas: a page that only shows tasks need not load the library behind those.

/** In the order in which they are shown. */
export const categories = ["Kids", "Household", "Elders"] as const;

/** In UTF-16 code units. */
export const textLength = { request: 2_000, title: 300, description: 5_000, assignee: 100 } as const;

/** The last date that has an instant of four-digit years in every zone. */
export const lastDate = "9999-12-30";
