package main

// splittable draws the same numbers as java.util.SplittableRandom with the same seed, so that each server publishes to the same
// channels in the same order. Its constants are those of the published algorithm (Steele, Lea and Flood, 2014).
type splittable struct {
	seed uint64
}

const goldenGamma = 0x9e3779b97f4a7c15

func (s *splittable) next32() int32 {
	s.seed += goldenGamma
	z := s.seed
	z = (z ^ (z >> 33)) * 0x62a9d9ed799705f5
	z = (z ^ (z >> 28)) * 0xcb24d0a5c88c35b3
	return int32(z >> 32)
}

// next returns a number from 0 to the bound, exclusive.
func (s *splittable) next(bound int32) int32 {
	drawn := s.next32()
	most := bound - 1
	if bound&most == 0 {
		return drawn & most
	}
	for positive := int32(uint32(drawn) >> 1); ; positive = int32(uint32(s.next32()) >> 1) {
		rest := positive % bound
		// Numbers beyond the last multiple of the bound are drawn again, or small ones would come more often.
		if positive+most-rest >= 0 {
			return rest
		}
	}
}
