import { useInBrowser } from "#app/ui/kit/use-in-browser.ts";

interface SendYourselfProps {
  words: string;
  link: string;
  /** E.164. */
  phone: string | null;
}

/** Opens the phone's own programs with the text and the link. */
export function SendYourself({ words, link, phone }: SendYourselfProps) {
  const canShare = useInBrowser(() => "share" in navigator, false);
  const text = encodeURIComponent(`${words} ${link}`);
  // Closing the phone's dialog rejects.
  const share = () => void navigator.share({ text: words, url: link }).catch(() => undefined);
  return (
    <div className="flex flex-wrap gap-2">
      {canShare && (
        <button type="button" className="button-secondary" onClick={share}>
          Share…
        </button>
      )}
      <a
        className="button-secondary"
        href={`https://wa.me/${phone?.slice(1) ?? ""}?text=${text}`}
        target="_blank"
        rel="noreferrer"
      >
        WhatsApp
      </a>
      {/* Android expects the "?", iOS the "&". */}
      <a className="button-secondary" href={`sms:${phone ?? ""}?&body=${text}`}>
        Text message
      </a>
    </div>
  );
}
