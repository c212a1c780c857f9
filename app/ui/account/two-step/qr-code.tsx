interface QrCodeProps {
  label: string;
  qrCode: { size: number; path: string };
}

export function QrCode({ label, qrCode: { size, path } }: QrCodeProps) {
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  );
}
