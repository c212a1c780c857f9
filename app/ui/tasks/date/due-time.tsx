interface DueTimeProps {
  due: { instant: string; label: string; day: string | null };
}

/** "Tomorrow · Nov 23, 3:15 PM". */
export function DueTime({ due: { instant, label, day } }: DueTimeProps) {
  return (
    <>
      {day && (
        <>
          <span className="due-day">{day}</span>
          {" · "}
        </>
      )}
      <time dateTime={instant}>{label}</time>
    </>
  );
}
