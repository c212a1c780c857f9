import type { SubmissionResult } from "@conform-to/react";
import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ChecklistItem } from "../tasks/checklist/item-ticks.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { MilaFace } from "../kit/mila-face.tsx";
import { AnswerForm, DoneForm, OneAnswerForm } from "./answer-forms.tsx";
import { answers } from "./copy.ts";
import { type DelegateRequest, statusText } from "./status-text.ts";

interface RequestAnswerProps {
  request: DelegateRequest & {
    title: string | null;
    /** The person whom it is about, if the title doesn't name them. */
    about: string | null;
    description: string | null;
    checklist: ChecklistItem[];
    when: string | null;
    whenInOwnZone: string | null;
    dueLocal: string | null;
    following: string | null;
    canTakeAgain: boolean;
    /** False once the date was missed. */
    canTakeBack: boolean;
    isForAll: boolean;
    isEveryTime: boolean;
    line: string | null;
    calendarLink: string | null;
  };
  /** Why the answer was refused. */
  refusal: keyof typeof refusals | null;
  lastResult?: SubmissionResult<string[]>;
}

const refusals = {
  late: "Things changed before you answered. Here's what happened.",
  too_often:
    "You've changed your answer many times today, so I kept the last one. Please tell the person who asked.",
};

export function RequestAnswer({ request, refusal, lastResult }: RequestAnswerProps) {
  const { status, following, line } = request;
  const { heading, text } = statusText(request);
  return (
    <>
      <p className="request-brand">
        <MilaFace className="size-8" />
        Mila
      </p>
      {status === "pending" && request.delegateName && (
        <p dir="auto">Hello {request.delegateName},</p>
      )}
      <h1 className="request-heading" dir="auto">
        {breakingInAddresses(heading)}
      </h1>
      {refusal && (
        <p role="alert" className="notice">
          {refusals[refusal]}
        </p>
      )}
      {request.title && <RequestedTask {...request} />}
      {text && <p dir="auto">{text}</p>}
      {line && status === "accepted" && (
        <p className="hint">
          You wrote: <q dir="auto">{line}</q>
        </p>
      )}
      {status === "pending" && (
        <AnswerForm
          dueLocal={request.dueLocal}
          isForAll={following !== null}
          lastResult={lastResult}
        />
      )}
      {request.canTakeAgain && <TakeAgain isForAll={request.isForAll && !request.isEveryTime} />}
      {status === "accepted" && <Accepted request={request} />}
      {status === "declined" && request.isEveryTime && (
        <OneAnswerForm answer="decline" words={answers.takeAllBack} />
      )}
    </>
  );
}

function Accepted({ request }: Pick<RequestAnswerProps, "request">) {
  const { calendarLink, holder, dueLocal, isEveryTime, isOver } = request;
  const isTheirs = !holder;
  const canTakeBack = request.canTakeBack && isTheirs;
  const calendar = calendarLink && isTheirs && !isOver && (
    <OwnCalendar templateLink={calendarLink} />
  );
  const takeBack = canTakeBack && <TakeBack isEveryTime={isEveryTime} dueLocal={dueLocal} />;
  const isNewDate = request.agreedWhen !== null || request.dateChange !== null;
  if (isNewDate && canTakeBack && !isOver) {
    return (
      <>
        <OneAnswerForm answer="accept" words={answers.stillFine} dueLocal={dueLocal} isPrimary />
        {takeBack}
        <DoneForm dueLocal={dueLocal} isPrimary={false} />
        {calendar}
      </>
    );
  }
  return (
    <>
      {calendar}
      <DoneForm dueLocal={dueLocal} />
      {takeBack}
    </>
  );
}

function RequestedTask(request: RequestAnswerProps["request"]) {
  const { status, title, about, description, checklist, when, whenInOwnZone, following } = request;
  return (
    <div className="request-task">
      <p className="request-title" dir="auto">
        {title}
        {about && (
          <>
            {" for "}
            <bdi>{about}</bdi>
          </>
        )}
      </p>
      {when && (
        <p className="font-semibold">
          {when}
          {whenInOwnZone && <span className="hint"> ({whenInOwnZone})</span>}
        </p>
      )}
      {following && (
        <p className="font-semibold">
          {status === "pending" ? `And then ${following}, if you like` : `And then ${following}`}
        </p>
      )}
      {description && (
        <p className="request-description" dir="auto">
          {description}
        </p>
      )}
      <ToRead items={checklist} />
    </div>
  );
}

/** Shows a checklist that only the family ticks. */
function ToRead({ items }: { items: ChecklistItem[] }) {
  if (items.length === 0) return null;
  const ticked = items.filter(({ isTicked }) => isTicked).length;
  return (
    <details className="request-checklist">
      <summary className="text-link">
        Checklist: {ticked} of {items.length}
      </summary>
      <ul>
        {items.map(({ id, name, isTicked }) => (
          <li key={id} data-ticked={isTicked || undefined} dir="auto">
            {name}
            {isTicked && <span className="sr-only"> (done)</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}

function TakeBack({ isEveryTime, dueLocal }: { isEveryTime: boolean; dueLocal: string | null }) {
  if (!isEveryTime) return <OneAnswerForm answer="decline" words={answers.takeBack} />;
  return (
    <>
      <OneAnswerForm answer="decline_once" words={answers.takeBackOnce} dueLocal={dueLocal} />
      <OneAnswerForm answer="decline" words={answers.takeAllBack} />
    </>
  );
}

function TakeAgain({ isForAll }: { isForAll: boolean }) {
  if (!isForAll) return <OneAnswerForm answer="accept" words={answers.takeAgain} />;
  return (
    <>
      <OneAnswerForm answer="accept" words={answers.takeAllAgain} />
      <OneAnswerForm answer="accept_once" words={answers.takeOnceAgain} />
    </>
  );
}

/** Lets a long address break at its @ or a dot, because browsers would break it anywhere. */
function breakingInAddresses(words: string): ReactNode[] {
  return words
    .split(/(?=[@.]\w)/)
    .flatMap((part, index) => (index === 0 ? [part] : [<wbr key={index} />, part]));
}

function OwnCalendar({ templateLink }: { templateLink: string }) {
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
