interface Draft {
  title: string;
  category: string;
  /** Wall clock time, YYYY-MM-DDTHH:mm, or empty. */
  dueDate: string;
}

/** A requested reminder and repetition: the form doesn't show them. */
interface Extras {
  /** Like a draft's due date. */
  remindAt: string;
  /** "every 2 weeks", or empty. */
  repeats: string;
}

export function spokenDrafts(drafts: Draft[], extras: Extras[]): string {
  const tasks = drafts.map(({ title, category, dueDate }, index) => {
    const { remindAt = "", repeats = "" } = (dueDate && extras[index]) || {};
    const reminder = remindAt && `with a reminder at ${reminderTime(remindAt, dueDate)}`;
    return [title, dueDate && spoken(spokenDate, dueDate), repeats, reminder, `for ${category}`]
      .filter(Boolean)
      .join(", ");
  });
  return `${tasks.join(". ")}. Is this right?`;
}

function reminderTime(remindAt: string, dueDate: string): string {
  const isSameDay = remindAt.slice(0, 10) === dueDate.slice(0, 10);
  return spoken(isSameDay ? spokenTime : spokenDate, remindAt);
}

/** Formatting as UTC leaves wall clock times unchanged. */
function spoken(format: Intl.DateTimeFormat, wallClock: string): string {
  return format.format(new Date(`${wallClock}Z`));
}

const time = { hour: "numeric", minute: "2-digit", timeZone: "UTC" } as const;
const spokenTime = new Intl.DateTimeFormat("en-US", time);
const spokenDate = new Intl.DateTimeFormat("en-US", {
  weekday: "long",
  month: "long",
  day: "numeric",
  ...time,
});
