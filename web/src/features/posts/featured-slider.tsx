import Autoplay from 'embla-carousel-autoplay';
import useEmblaCarousel, { type UseEmblaCarouselType } from 'embla-carousel-react';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';

import type { PostSummary } from '../../shared/api/types';
import { slide as sizes } from '../../shared/image-sizes.json';
import { usePrefersReducedMotion } from '../../shared/media-query';
import { paths } from '../../shared/paths';
import { AuthorNames } from '../../shared/ui/author-names';
import { Cover } from '../../shared/ui/cover';
import { TimeStamp } from '../../shared/ui/time-stamp';

const INTERVAL_MS = 5_000;

type Carousel = NonNullable<UseEmblaCarouselType[1]>;

/** The featured posts: advances every 5 s and wraps; pauses on hover, focus, by button and for reduced motion. */
export function FeaturedSlider({ posts }: { posts: readonly PostSummary[] }) {
  const prefersReducedMotion = usePrefersReducedMotion();
  const [isPaused, setPaused] = useState(false);
  const [selected, setSelected] = useState(0);
  const viewport = useRef<HTMLDivElement>(null);
  const pendingMove = useRef<(carousel: Carousel) => void>(undefined);
  const [setViewport, embla] = useEmblaCarousel({ loop: true }, [
    Autoplay({
      delay: INTERVAL_MS,
      playOnInit: false,
      stopOnInteraction: false,
      stopOnMouseEnter: true,
      stopOnFocusIn: true,
    }),
  ]);
  const isPlaying = !isPaused && !prefersReducedMotion && posts.length > 1;

  // Not as a ref callback: the carousel measures its slides, which would delay the page's reaction to input.
  useEffect(() => {
    setViewport(viewport.current);
  }, [setViewport]);

  useEffect(() => {
    if (!embla) {
      return undefined;
    }
    const updateSelected = () => {
      setSelected(embla.selectedScrollSnap());
    };
    embla.on('select', updateSelected);
    pendingMove.current?.(embla);
    pendingMove.current = undefined;
    return () => {
      embla.off('select', updateSelected);
    };
  }, [embla]);

  useEffect(() => {
    const autoplay = embla?.plugins().autoplay;
    if (isPlaying) {
      autoplay?.play();
    } else {
      autoplay?.stop();
    }
  }, [embla, isPlaying]);

  /** Moves the carousel; if it is not there yet, as soon as it is. */
  function move(by: (carousel: Carousel) => void) {
    if (embla) {
      by(embla);
    } else {
      pendingMove.current = by;
    }
  }

  return (
    <section className="slider" aria-roledescription="carousel" aria-label="Featured posts">
      <div className="slider-viewport" ref={viewport}>
        <div className="slider-track" aria-live={isPlaying ? 'off' : 'polite'}>
          {posts.map((post, index) => (
            <div
              key={post._id}
              className="slide"
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${posts.length}`}
              // Without the carousel all slides are in reach.
              inert={embla !== undefined && index !== selected}
            >
              <Slide post={post} isFirst={index === 0} />
            </div>
          ))}
        </div>
      </div>
      {posts.length > 1 && (
        <div className="slider-controls">
          <button
            type="button"
            className="icon-button"
            aria-label="Previous slide"
            onClick={() => {
              move((carousel) => {
                carousel.scrollPrev();
              });
            }}
          >
            <ChevronLeft aria-hidden />
          </button>
          <div className="slider-dots">
            {posts.map((post, index) => (
              <button
                key={post._id}
                type="button"
                className="slider-dot"
                aria-label={`Go to slide ${index + 1}`}
                aria-current={index === selected ? 'true' : undefined}
                onClick={() => {
                  move((carousel) => {
                    carousel.scrollTo(index);
                  });
                }}
              />
            ))}
          </div>
          <button
            type="button"
            className="icon-button"
            aria-label="Next slide"
            onClick={() => {
              move((carousel) => {
                carousel.scrollNext();
              });
            }}
          >
            <ChevronRight aria-hidden />
          </button>
          {!prefersReducedMotion && (
            <button
              type="button"
              className="icon-button slider-pause"
              aria-label={isPaused ? 'Play slides' : 'Pause slides'}
              onClick={() => {
                setPaused(!isPaused);
              }}
            >
              {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
            </button>
          )}
        </div>
      )}
    </section>
  );
}

function Slide({ post, isFirst }: { post: PostSummary; isFirst: boolean }) {
  return (
    <article className="slide-card">
      <div className="slide-cover">
        <Cover
          title={post.title}
          image={post.featuredImage}
          smallImage={post.featuredImageSmall}
          sizes={sizes}
          isFirst={isFirst}
        />
      </div>
      <div className="slide-body">
        <span className="eyebrow">{post.category}</span>
        <h2 className="slide-title">
          <Link to={paths.post(post)} className="card-link">
            {post.title}
          </Link>
        </h2>
        <p className="slide-excerpt">{post.excerpt}</p>
        <p className="slide-byline">
          <AuthorNames of={post} className="slide-author" /> · <TimeStamp time={post.createdAt} />
          {` · ${post.readTime} min read`}
        </p>
      </div>
    </article>
  );
}
