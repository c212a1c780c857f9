import { Bell, BellOff, CalendarPlus, Check, Ellipsis, SkipForward, Trash2, UserRoundPlus, X } from "lucide-react";
import type { ReactNode } from "react";

/** Drawn once per page: 200 cards would repeat each drawing 200 times. */
export function TaskIcons() {
  return (
    <svg className="hidden" aria-hidden="true">
      <Icon id="icon-tick">
        <Check />
      </Icon>
      <Icon id="icon-bell">
        <Bell />
      </Icon>
      <Icon id="icon-bell-off">
        <BellOff />
      </Icon>
      <Icon id="icon-more">
        <Ellipsis />
      </Icon>
      <Icon id="icon-calendar">
        <CalendarPlus />
      </Icon>
      <Icon id="icon-delegate">
        <UserRoundPlus />
      </Icon>
      <Icon id="icon-skip">
        <SkipForward />
      </Icon>
      <Icon id="icon-trash">
        <Trash2 />
      </Icon>
      <Icon id="icon-cross">
        <X />
      </Icon>
    </svg>
  );
}

export const BellIcon = () => <Use id="icon-bell" />;
export const BellOffIcon = () => <Use id="icon-bell-off" />;
export const MoreIcon = () => <Use id="icon-more" />;
export const TickIcon = () => <Use id="icon-tick" />;
export const CalendarPlusIcon = () => <Use id="icon-calendar" />;
export const DelegateIcon = () => <Use id="icon-delegate" />;
export const SkipIcon = () => <Use id="icon-skip" />;
export const TrashIcon = () => <Use id="icon-trash" />;
export const CrossIcon = () => <Use id="icon-cross" />;

function Icon({ id, children }: { id: string; children: ReactNode }) {
  return (
    <symbol id={id} viewBox="0 0 24 24">
      {children}
    </symbol>
  );
}

function Use({ id }: { id: string }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`#${id}`} />
    </svg>
  );
}
