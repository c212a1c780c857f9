import { CopyLink } from "../kit/copy-link.tsx";

/** Few owners need it, so it is folded. */
export function Monitoring({ url, token }: { url: string; token: string }) {
  return (
    <details className="mt-6">
      <summary className="text-link">Watch Mila with Prometheus</summary>
      <div className="card-panel stack mt-3">
        <p>
          Prometheus can read how many messages wait, how late they are and what failed. It learns
          nothing about tasks or people. See docs/monitoring.md for a dashboard and alerts.
        </p>
        <CopyLink id="metrics-url" label="Address" link={url} />
        <CopyLink id="metrics-token" label="Access token" link={token} />
      </div>
    </details>
  );
}
