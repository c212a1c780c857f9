interface DueTimeProps {
  due: { instant: string; label: string; day: string | null; heardDay?: string };
}

/** "Tomorrow · Nov 23, 3:15 PM". */
export function DueTime({ due: { instant, label, day, heardDay } }: DueTimeProps) {
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
    </>
  );
}
