import { useLocation } from "@remix-run/react";
import { Icon } from "../icons/icon.tsx";
import { useEffect, useState } from "react";
import { useInBrowser } from "#app/ui/kit/use-in-browser.ts";

const settingKey = "mila-read-aloud";

/** Specification, sections 7 and 9. */
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
