export interface ShownDue {
  instant: string;
  label: string;
  /** "Tomorrow"; null for a day that has no such name. */
  day: string | null;
  /** False if only the day was said. */
  hasTime: boolean;
}

/** "Tomorrow · Nov 23, 3:15 PM", or "Nov 23, 12:00 PM (any time that day)". */
export function DueTime({
  due: { instant, label, day, hasTime, heardDay },
}: {
  due: ShownDue & { heardDay?: string };
}) {
  return (
    <>
      {day && (
        <>
          <span className="due-day">{day}</span>
          {" · "}
        </>
      )}
      <time dateTime={`${instant.slice(0, 16)}Z`}>
        {heardDay && <span className="sr-only">{heardDay}</span>}
        {label}
      </time>
      {!hasTime && " (any time that day)"}
    </>
  );
}
