interface DueTimeProps {
  due: { instant: string; label: string; day: string | null; hasTime: boolean; heardDay?: string };
}

/** "Tomorrow · Nov 23, 3:15 PM", or "Nov 23, 12:00 PM (any time that day)". */
export function DueTime({ due: { instant, label, day, hasTime, heardDay } }: DueTimeProps) {
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
