/** The drawing on paper: its picture below its name, and nothing else. */
import { type Ref, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";

export type PaperHandle = { print: (svg: string) => Promise<void> };

/** Holds the picture that is printed. */
export function Paper({ name, ref }: { name: string; ref: Ref<PaperHandle> }) {
  const image = useRef<HTMLImageElement>(null);
  const [picture, setPicture] = useState<string>();
  useImperativeHandle(ref, () => ({
    async print(svg) {
      const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
      flushSync(() => setPicture(address));
      await image.current?.decode();
      window.print();
      setPicture(undefined);
      URL.revokeObjectURL(address);
    },
  }));
  return (
    picture && (
      <figure className="diagram-paper" aria-hidden>
        <figcaption>{name}</figcaption>
        <img ref={image} src={picture} alt="" />
      </figure>
    )
  );
}
