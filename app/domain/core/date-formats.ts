const monthAndDay = { month: "short", day: "numeric" } as const;

export const dateFormats = {
  year: { year: "numeric" },
  weekday: { weekday: "long" },
  shortWeekday: { weekday: "short" },
  numbers: { month: "numeric", day: "numeric", year: "numeric" },
  date: monthAndDay,
  fullDate: { ...monthAndDay, year: "numeric" },
  weekdayAndDate: { ...monthAndDay, weekday: "long" },
  shortWeekdayAndDate: { ...monthAndDay, weekday: "short" },
  shortWeekdayAndFullDate: { ...monthAndDay, weekday: "short", year: "numeric" },
  hour: { hour: "numeric" },
  time: { hour: "numeric", minute: "2-digit" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
