import { createElement, type ReactNode } from 'react';
import userGuide from '../../../../../docs/user-guide.md';
import { cx } from '../../ui/lib/class-names.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { BrandBar } from '../frame/brand-bar.tsx';
import type { Block, Guide, Inline, Picture } from './guide-block.ts';
import styles from './guide-page.module.css';

const guide = userGuide as Guide; // guide-plugin.ts makes it

/** docs/user-guide.md as a page; public, because it begins before the first sign-in. */
export function GuidePage() {
  return (
    <>
      <BrandBar />
      <PageFrame title={guide.title} width="form">
        <Panel>
          {createElement('div', { className: styles.guide }, ...guide.blocks.map(drawBlock))}
        </Panel>
      </PageFrame>
    </>
  );
}

// Children of one call need no keys.
function drawBlock(block: Block): ReactNode {
  if (block.tag === 'img') return <GuidePicture picture={block.picture} />;
  return 'items' in block
    ? createElement(block.tag, null, ...block.items.map((words) => drawInline('li', words)))
    : drawInline(block.tag, block.words);
}

function drawInline(tag: 'h2' | 'p' | 'li', words: readonly Inline[]): ReactNode {
  return createElement(
    tag,
    null,
    ...words.map((word) =>
      typeof word === 'string' ? word : createElement(word.tag, null, word.text),
    ),
  );
}

function GuidePicture({ picture: { src, alt, width, height } }: { picture: Picture }) {
  return (
    <img
      className={cx(styles.picture, height > width && styles.tall)}
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
    />
  );
}
