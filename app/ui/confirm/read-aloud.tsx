import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useInBrowser } from "#app/ui/kit/use-in-browser.ts";
import { Icon } from "../icons/icon.tsx";

const time = { hour: "numeric", minute: "2-digit", timeZone: "UTC" } as const;

const dateAndTime = { weekday: "long", month: "long", day: "numeric", ...time } as const;

const settingKey = "mila-read-aloud";

/** See the specification, sections 7 and 9. */
export function ReadAloud({ text }: { text: string }) {
  const wasSpoken = useLocation().state?.wasSpoken === true;
  const canSpeak = useInBrowser(() => "speechSynthesis" in window, false);
  const [isOn, setOn] = useState(() => canSpeak && localStorage.getItem(settingKey) !== "off");
  const shouldSpeak = wasSpoken && canSpeak && isOn;

  useEffect(() => {
    if (!shouldSpeak) return;
    speak(text);
    return () => window.speechSynthesis.cancel();
  }, [shouldSpeak, text]);

  if (!wasSpoken || !canSpeak) return null;
  const toggle = () => {
    localStorage.setItem(settingKey, isOn ? "off" : "on");
    setOn(!isOn);
  };
  return (
    <button type="button" className="read-aloud" aria-pressed={isOn} onClick={toggle}>
      <Icon name={isOn ? "volume-2" : "volume-x"} />
      Read aloud
    </button>
  );
}

function speak(text: string): void {
  const utterance = new SpeechSynthesisUtterance(text);
  Object.assign(utterance, { lang: "en-US", pitch: 0.95, rate: 0.9, volume: 0.9 });
  window.speechSynthesis.cancel();
  window.speechSynthesis.speak(utterance);
}

interface Draft {
  title: string;
  category: string;
  /** The wall clock, YYYY-MM-DDTHH:mm, or empty. */
  dueDate: string;
}

/** A requested reminder and repetition, which the form doesn't show. */
interface Extras {
  /** Formatted like a draft's due date. */
  remindAt: string;
  /** "every 2 weeks", or empty. */
  repeats: string;
}

export function spokenDrafts(drafts: Draft[], extras: Extras[]): string {
  const tasks = drafts.map(({ title, category, dueDate }, index) => {
    const { remindAt = "", repeats = "" } = (dueDate && extras[index]) || {};
    const reminder = remindAt && `with a reminder at ${reminderTime(remindAt, dueDate)}`;
    return [title, dueDate && spoken(dateAndTime, dueDate), repeats, reminder, `for ${category}`]
      .filter(Boolean)
      .join(", ");
  });
  return `${tasks.join(". ")}. Is this right?`;
}

function reminderTime(remindAt: string, dueDate: string): string {
  const isSameDay = remindAt.slice(0, 10) === dueDate.slice(0, 10);
  return spoken(isSameDay ? time : dateAndTime, remindAt);
}

/** Formatting as UTC leaves wall clock times unchanged. */
function spoken(format: Intl.DateTimeFormatOptions, wallClock: string): string {
  return new Date(`${wallClock}Z`).toLocaleString("en-US", format);
}
