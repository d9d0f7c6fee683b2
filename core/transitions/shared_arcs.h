// Arcs shared between configurations, copied on write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "transitions/arcs.h"

namespace dodona {

/// The memory of shared arcs: small reference-counted chunks. Not thread-safe; it must outlive the configurations that
/// use it.
class ArcsPool {
 public:
  // Small, because the first change to any node of a chunk copies the whole chunk.
  static constexpr std::size_t kNodes = 4;
  struct Chunk {
    Arcs arcs[kNodes];
    std::uint32_t owners;
  };

  ArcsPool() = default;
  ArcsPool(const ArcsPool&) = delete;
  ArcsPool& operator=(const ArcsPool&) = delete;

  /// An uninitialised chunk with one owner.
  Chunk* take() {
    if (free_.empty()) grow();
    Chunk* const chunk = free_.back();
    free_.pop_back();
    chunk->owners = 1;
    return chunk;
  }
  void release(Chunk* chunk) {
    if (--chunk->owners == 0) free_.push_back(chunk);
  }

 private:
  void grow() {
    constexpr std::size_t kMore = 256;
    blocks_.push_back(std::make_unique<Chunk[]>(kMore));
    for (std::size_t i = kMore; i-- > 0;) free_.push_back(&blocks_.back()[i]);
  }

  std::vector<std::unique_ptr<Chunk[]>> blocks_;
  std::vector<Chunk*> free_;
};

/// The arcs of one of many configurations of a sentence: copies share chunks until one of them changes.
class SharedArcs {
 public:
  using Print = Fingerprint;
  static constexpr bool kCanCompare = true;

  explicit SharedArcs(ArcsPool& pool) : pool_(&pool) {}
  SharedArcs(const SharedArcs& other) : pool_(other.pool_), chunks_(other.chunks_) { own_all(); }
  SharedArcs(SharedArcs&& other) noexcept : pool_(other.pool_), chunks_(std::move(other.chunks_)) {
    other.chunks_.clear();
  }
  SharedArcs& operator=(const SharedArcs& other) {
    if (this == &other) return *this;
    release_all();
    pool_ = other.pool_;
    chunks_ = other.chunks_;
    own_all();
    return *this;
  }
  SharedArcs& operator=(SharedArcs&& other) noexcept {
    std::swap(pool_, other.pool_);
    chunks_.swap(other.chunks_);
    return *this;
  }
  ~SharedArcs() { release_all(); }

  void start(std::size_t nodes) {
    release_all();
    ArcsPool::Chunk* const blank = pool_->take();
    for (Arcs& arcs : blank->arcs) arcs = Arcs{};
    chunks_.assign((nodes + ArcsPool::kNodes - 1) / ArcsPool::kNodes, blank);
    blank->owners = static_cast<std::uint32_t>(chunks_.size());
  }

  const Arcs& operator[](Node node) const {
    return chunks_[static_cast<std::size_t>(node) / ArcsPool::kNodes]
        ->arcs[static_cast<std::size_t>(node) % ArcsPool::kNodes];
  }
  Arcs& at(Node node) {
    ArcsPool::Chunk*& chunk = chunks_[static_cast<std::size_t>(node) / ArcsPool::kNodes];
    if (chunk->owners > 1) {
      ArcsPool::Chunk* const own = pool_->take();
      for (std::size_t i = 0; i < ArcsPool::kNodes; ++i) own->arcs[i] = chunk->arcs[i];
      --chunk->owners;
      chunk = own;
    }
    return chunk->arcs[static_cast<std::size_t>(node) % ArcsPool::kNodes];
  }

  /// Whether all nodes have the same heads and labels.
  bool operator==(const SharedArcs& other) const {
    if (chunks_.size() != other.chunks_.size()) return false;
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
      if (chunks_[i] == other.chunks_[i]) continue;
      for (std::size_t j = 0; j < ArcsPool::kNodes; ++j)
        if (chunks_[i]->arcs[j].head != other.chunks_[i]->arcs[j].head ||
            chunks_[i]->arcs[j].label != other.chunks_[i]->arcs[j].label)
          return false;
    }
    return true;
  }

 private:
  void own_all() {
    for (ArcsPool::Chunk* const chunk : chunks_) ++chunk->owners;
  }
  void release_all() {
    for (ArcsPool::Chunk* const chunk : chunks_) pool_->release(chunk);
    chunks_.clear();
  }

  ArcsPool* pool_;
  std::vector<ArcsPool::Chunk*> chunks_;
};

}  // namespace dodona
