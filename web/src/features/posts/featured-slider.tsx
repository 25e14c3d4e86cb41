import Autoplay from 'embla-carousel-autoplay';
import useEmblaCarousel from 'embla-carousel-react';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';

import type { BlogSummary } from '../../shared/api/types';
import { usePrefersReducedMotion } from '../../shared/media-query';
import { paths } from '../../shared/paths';
import { AuthorName } from '../../shared/ui/author-name';
import { Cover } from '../../shared/ui/cover';
import { TimeStamp } from '../../shared/ui/time-stamp';

const INTERVAL_MS = 5_000;
const SIZES = '(min-width: 64rem) 44rem, 100vw';

/** The featured blogs: advances every 5 s and wraps; pauses on hover, focus, by button and for less motion. */
export function FeaturedSlider({ blogs }: { blogs: readonly BlogSummary[] }) {
  const prefersStill = usePrefersReducedMotion();
  const [isPaused, setPaused] = useState(false);
  const [selected, setSelected] = useState(0);
  const [viewport, embla] = useEmblaCarousel({ loop: true }, [
    Autoplay({
      delay: INTERVAL_MS,
      playOnInit: false,
      stopOnInteraction: false,
      stopOnMouseEnter: true,
      stopOnFocusIn: true,
    }),
  ]);
  const isPlaying = !isPaused && !prefersStill && blogs.length > 1;

  useEffect(() => {
    if (!embla) {
      return undefined;
    }
    const follow = () => {
      setSelected(embla.selectedScrollSnap());
    };
    embla.on('select', follow);
    return () => {
      embla.off('select', follow);
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

  return (
    <section className="slider" aria-roledescription="carousel" aria-label="Featured posts">
      <div className="slider-viewport" ref={viewport}>
        <div className="slider-track" aria-live={isPlaying ? 'off' : 'polite'}>
          {blogs.map((blog, index) => (
            <div
              key={blog._id}
              className="slide"
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${blogs.length}`}
              inert={index !== selected}
            >
              <Slide blog={blog} isFirst={index === 0} />
            </div>
          ))}
        </div>
      </div>
      {blogs.length > 1 && (
        <div className="slider-controls">
          <button
            type="button"
            className="icon-button"
            aria-label="Previous slide"
            onClick={() => embla?.scrollPrev()}
          >
            <ChevronLeft aria-hidden />
          </button>
          <div className="slider-dots">
            {blogs.map((blog, index) => (
              <button
                key={blog._id}
                type="button"
                className="slider-dot"
                aria-label={`Go to slide ${index + 1}`}
                aria-current={index === selected ? 'true' : undefined}
                onClick={() => embla?.scrollTo(index)}
              />
            ))}
          </div>
          <button
            type="button"
            className="icon-button"
            aria-label="Next slide"
            onClick={() => embla?.scrollNext()}
          >
            <ChevronRight aria-hidden />
          </button>
          {!prefersStill && (
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

function Slide({ blog, isFirst }: { blog: BlogSummary; isFirst: boolean }) {
  return (
    <article className="slide-card">
      <div className="slide-cover">
        <Cover
          title={blog.title}
          image={blog.featuredImage}
          smallImage={blog.featuredImageSmall}
          sizes={SIZES}
          isFirst={isFirst}
        />
      </div>
      <div className="slide-body">
        <span className="eyebrow">{blog.category}</span>
        <h2 className="slide-title">
          <Link to={paths.blog(blog)} className="card-link">
            {blog.title}
          </Link>
        </h2>
        <p className="slide-excerpt">{blog.excerpt}</p>
        <p className="slide-byline">
          <AuthorName of={blog} className="slide-author" /> · <TimeStamp time={blog.createdAt} /> ·{' '}
          {blog.readTime} min read
        </p>
      </div>
    </article>
  );
}
