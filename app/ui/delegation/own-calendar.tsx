import { useLocation } from "@remix-run/react";
import { Icon } from "../icons/icon.tsx";

export function OwnCalendar({ templateLink }: { templateLink: string }) {
  const page = useLocation().pathname;
  return (
    <div className="flex flex-col">
      <a className="button-secondary" href={templateLink} target="_blank" rel="noreferrer">
        <Icon name="calendar-plus" />
        Add to my calendar
      </a>
      <a className="text-link self-center" href={`${page}/calendar.ics`} download="mila.ics">
        Download for any calendar (.ics)
      </a>
    </div>
  );
}
